import type { Clock } from './clock.ts';

/** Milliseconds before the first repetition; every further one waits twice as long. */
const FIRST_PAUSE_MS = 1_000;

/** Resolves after `ms`; rejects with the signal's reason when that comes first. */
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
  /** Repetitions after the first try. */
  readonly retries: number;
  /** Whether trying again may help. */
  readonly isTransient: (error: unknown) => boolean;
  readonly signal?: AbortSignal;
}

/** Runs `task` until it succeeds, fails for good, or was repeated often enough. */
export const retrying = async <T>({ clock, retries, isTransient, signal }: RetryOptions, task: () => Promise<T>): Promise<T> => {
  for (let tried = 0; ; tried += 1) {
    try {
      return await task();
    } catch (error) {
      if (tried >= retries || signal?.aborted || !isTransient(error)) throw error;
      await pause(clock, FIRST_PAUSE_MS * 2 ** tried, signal);
    }
  }
};
