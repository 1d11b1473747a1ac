import { statfs } from 'node:fs/promises';
import type { Clock } from '../infra/local/clock.ts';

/** Bytes under which a start, a conversion or a larger upload is likely to fail. */
export const LITTLE_ROOM = 200_000_000;
/** Milliseconds between two looks. */
export const LOOK_EVERY_MS = 15_000;

/** Bytes that are free for this account where a folder lies. */
const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/**
 * Says once when room gets short where the data lies, and once when there is enough again: what fails on a full disk
 * (uploads, changes, sign-ins) fails in words of its own. The first look is over when this resolves. Answers what ends
 * the looking.
 */
export const watchRoom = async (
  folder: string,
  clock: Clock,
  say: (text: string) => void,
  free: (folder: string) => Promise<number> = freeBytes,
): Promise<() => void> => {
  let short = false;
  let cancel = (): void => {};
  let ended = false;
  const look = async (): Promise<void> => {
    // A folder that is gone, or a system that does not say: nothing to tell.
    const bytes = await free(folder).catch(() => undefined);
    if (bytes !== undefined && bytes < LITTLE_ROOM !== short) {
      short = !short;
      say(
        short
          ? `Only ${Math.floor(bytes / 1e6)} MB are free where ${folder} lies: uploads and changes may fail until there is more.`
          : `There is room again where ${folder} lies.`,
      );
    }
    if (!ended) cancel = clock.after(LOOK_EVERY_MS, () => void look());
  };
  await look();
  return () => {
    ended = true;
    cancel();
  };
};
