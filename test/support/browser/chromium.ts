import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '../source-tree.ts';

/** An executable of Chromium, and the folder of the libraries that it needs from elsewhere. */
interface Chromium {
  readonly executablePath: string;
  readonly libraryPath: string | null;
}

/** Variable with which a run passes on to its test files which Chromium starts on this system. */
const VARIABLE = 'SOUNDSTAGE_TEST_CHROMIUM';

const carriedChromium = async (): Promise<Chromium> => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(repositoryRoot, 'test', 'support', 'browser', 'unpack-chromium.mjs'),
  ]);
  return JSON.parse(stdout) as Chromium;
};

/** The Chromium at `CHROME_PATH`, otherwise the one that npm installed (Linux x64 only). */
export const findChromium = async (): Promise<Chromium> => {
  const { CHROME_PATH: given, [VARIABLE]: known } = process.env;
  if (given) return { executablePath: given, libraryPath: null };
  return known ? (JSON.parse(known) as Chromium) : carriedChromium();
};

/** Finds Chromium once for all test files of a run: each of them would start it twice to see whether it starts. */
export const shareChromium = async (): Promise<void> => {
  process.env[VARIABLE] = JSON.stringify(await findChromium());
};
