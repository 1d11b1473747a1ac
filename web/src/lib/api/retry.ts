import type { Clock } from '../clock.ts';
import type { Connection } from '../connection.ts';

/** Milliseconds before the first retry; doubles with each further retry. */
const FIRST_PAUSE_MS = 1_000;

/** Resolves after `ms`; rejects with the signal's reason if the signal aborts first. */
export const pause = (clock: Clock, ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      stop();
      reject(signal?.reason);
    };
    const stop = clock.after(ms, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });

export interface RetryOptions {
  readonly clock: Clock;
  /** Maximum number of retries after the first attempt. */
  readonly retries: number;
  /** Whether a retry may help. */
  readonly isTransient: (error: unknown) => boolean;
  readonly signal?: AbortSignal;
  /** While the device is offline, waiting for the network does not count as a retry. */
  readonly connection?: Connection;
}

/** Runs `task` until it succeeds, fails with a permanent error, or has no retries left. */
export const retrying = async <T>(
  { clock, retries, isTransient, signal, connection }: RetryOptions,
  task: () => Promise<T>,
): Promise<T> => {
  const wasOffline = async (): Promise<boolean> => {
    if (!connection || connection.isOnline()) return false;
    await connection.whenOnline(signal);
    return true;
  };
  for (let tried = 0; ;) {
    try {
      return await task();
    } catch (error) {
      if (signal?.aborted || !isTransient(error)) throw error;
      if (await wasOffline()) continue;
      if (tried >= retries) throw error;
      await pause(clock, FIRST_PAUSE_MS * 2 ** tried, signal);
      // A connection breaks before the device reports that it is offline.
      if (!(await wasOffline())) tried += 1;
    }
  }
};
