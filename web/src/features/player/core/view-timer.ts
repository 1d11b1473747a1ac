import type { Clock } from '../../../lib/clock.ts';

/** Milliseconds of real playing after which a play counts as a view (decisions.md 24). */
const VIEW_AFTER_MS = 10_000;

/** Adds up how long one play has really been playing. */
export interface ViewTimer {
  /** Begins a play; `count` is called once when it has played long enough. */
  readonly begin: (count: () => void) => void;
  readonly playing: () => void;
  /** Paused or waiting for data: that time does not count. */
  readonly resting: () => void;
  /** Forgets the play. */
  readonly end: () => void;
}

/** Makes the timer. */
export const createViewTimer = (clock: Clock): ViewTimer => {
  let count: (() => void) | null = null;
  let remaining = VIEW_AFTER_MS;
  let since = 0;
  let cancel: (() => void) | null = null;

  const stop = () => {
    cancel?.();
    cancel = null;
  };
  const resting = () => {
    if (!cancel) return;
    stop();
    remaining -= clock.now() - since;
  };
  return {
    begin: (next) => {
      stop();
      count = next;
      remaining = VIEW_AFTER_MS;
    },
    playing: () => {
      if (!count || cancel) return;
      since = clock.now();
      cancel = clock.after(Math.max(0, remaining), () => {
        const done = count;
        count = null;
        cancel = null;
        done?.();
      });
    },
    resting,
    end: () => {
      stop();
      count = null;
    },
  };
};
