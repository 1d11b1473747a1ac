import { statfs } from 'node:fs/promises';
import type { Clock } from '../../infra/local/clock.ts';

/** Free bytes below which a start, a conversion or a larger upload is likely to fail. */
export const LOW_SPACE = 200_000_000;
/** Milliseconds between two checks. */
export const CHECK_EVERY_MS = 15_000;

/** Bytes that this account can still write on a folder's disk. */
const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/**
 * Warns once when disk space runs low, and reports once when there is enough again: the errors of a full disk (uploads,
 * changes, sign-ins) do not name their cause. Resolves after the first check. Returns a function that stops the checks.
 */
export const watchDiskSpace = async (
  folder: string,
  clock: Clock,
  report: (text: string) => void,
  free: (folder: string) => Promise<number> = freeBytes,
): Promise<() => void> => {
  let isLow = false;
  let cancel = (): void => {};
  let ended = false;
  const check = async (): Promise<void> => {
    // The folder no longer exists, or the system does not report its space: nothing to report.
    const bytes = await free(folder).catch(() => undefined);
    if (bytes !== undefined && bytes < LOW_SPACE !== isLow) {
      isLow = !isLow;
      report(
        isLow
          ? `Low disk space: ${Math.floor(bytes / 1e6)} MB left for ${folder}. Uploads and changes may fail.`
          : `Disk space is sufficient again for ${folder}.`,
      );
    }
    if (!ended) cancel = clock.after(CHECK_EVERY_MS, () => void check());
  };
  await check();
  return () => {
    ended = true;
    cancel();
  };
};
