import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isAlive } from '../../infra/local/process-alive.ts';

/** Another run of the tests uses the checkout. */
export class OtherRunError extends Error {}

/**
 * Makes this the only run of the tests in a checkout until the process exits: runs share reports and builds. `file`
 * records the process.
 * @throws OtherRunError when the process that the file names is running
 */
export const beOnlyRun = (file: string): void => {
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const other = Number(readFileSync(file, 'utf8'));
    if (other > 0 && isAlive(other))
      throw new OtherRunError(
        `The tests are running in this checkout already, as process ${other}. Wait until they end, or stop them. ` +
          `If that process is another program, delete ${file}.`,
      );
    // A run that was killed left the file behind.
    rmSync(file, { force: true });
    return beOnlyRun(file);
  }
  process.on('exit', () => rmSync(file, { force: true }));
};
