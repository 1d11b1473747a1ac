import { backoffMs } from './backoff.ts';
import type { Clock } from './clock.ts';

/** Something that can fail because a service is unavailable. */
export interface Recoverable {
  /** Calls the listener whenever it may have failed or recovered. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly hasFailed: () => boolean;
  /** Repeats what failed, without visible effect if it fails again. Sends one call at a time. */
  readonly recover: () => Promise<void>;
}

/** Whether calls make sense: someone is looking, and the device is online. */
const isWorthwhile = (): boolean => document.visibilityState === 'visible' && navigator.onLine;

/**
 * Waits for a failed service and then repeats what failed, so that an error screen disappears without a reload. Pauses
 * grow with each failure. Returns a function that stops this.
 */
export const recoverAutomatically = (
  { subscribe, hasFailed, recover }: Recoverable,
  clock: Clock,
  pauseAfter: (failures: number) => number = backoffMs,
): (() => void) => {
  let failures = 0;
  let cancelTimer: (() => void) | undefined;
  let isRunning = false;
  let isStopped = false;

  const schedule = () => {
    cancelTimer = clock.after(pauseAfter(failures), () => void run());
  };
  const run = async () => {
    if (!isWorthwhile()) return schedule();
    cancelTimer = undefined;
    isRunning = true;
    // After a failure, the next check schedules the next run.
    await recover().catch(() => undefined);
    isRunning = false;
    check();
  };
  const check = () => {
    if (isRunning || isStopped) return;
    if (!hasFailed()) {
      cancelTimer?.();
      cancelTimer = undefined;
      failures = 0;
    } else if (!cancelTimer) {
      failures += 1;
      schedule();
    }
  };
  const unsubscribe = subscribe(check);
  check();
  return () => {
    isStopped = true;
    unsubscribe();
    cancelTimer?.();
  };
};

/**
 * Repeats a task that has failed until it succeeds, with the pauses of `recoverAutomatically`. Returns a function that
 * stops this.
 */
export const repeatUntilDone = (
  task: () => Promise<void>,
  clock: Clock,
  pauseAfter?: (failures: number) => number,
): (() => void) => {
  let isDone = false;
  const unfinished = {
    subscribe: () => () => undefined,
    hasFailed: () => !isDone,
    recover: async () => {
      await task();
      isDone = true;
    },
  };
  return recoverAutomatically(unfinished, clock, pauseAfter);
};
