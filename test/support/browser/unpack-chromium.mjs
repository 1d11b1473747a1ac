/**
 * Unpacks the headless Chromium that npm installed (once) and prints its path and the library path it needs.
 * Runs as its own process because the package unpacks into the temporary folder, which is set to a folder in `.build`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

const require = createRequire(import.meta.url);
const packageFolder = join(dirname(require.resolve('@sparticuz/chromium')), '..');
const { version } = require(join(packageFolder, 'package.json'));
const folder = join(import.meta.dirname, '..', '..', '..', '.build', `browser-${version}`);
const EXECUTABLE = 'chromium';

const starts = (executable, libraries) =>
  spawnSync(executable, ['--version'], {
    env: { ...process.env, ...(libraries ? { LD_LIBRARY_PATH: libraries } : {}) },
  }).status === 0;

/** Unpacks into a folder of its own and moves it into place, because tests in other processes do the same. */
const unpack = async () => {
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  process.env.TMPDIR = fresh;
  const { default: chromium, inflate } = await import('@sparticuz/chromium');
  chromium.setGraphicsMode = false;
  const executable = await chromium.executablePath();
  if (relative(fresh, executable) !== EXECUTABLE) throw new Error(`Chromium is at ${executable}`);
  // Some systems lack NSS and related libraries; the package includes them.
  if (!starts(executable)) await inflate(join(packageFolder, 'bin', 'al2023.tar.br'));
  try {
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
};

if (!existsSync(folder)) await unpack();
const executablePath = join(folder, EXECUTABLE);
const libraries = join(folder, 'al2023', 'lib');
const libraryPath = existsSync(libraries) ? libraries : null;
if (!starts(executablePath, libraryPath))
  throw new Error('The Chromium that npm installed does not start on this system. Set CHROME_PATH to one that does.');
process.stdout.write(JSON.stringify({ executablePath, libraryPath }));
