import type { Clock } from '../../../lib/clock.ts';

/** Milliseconds of actual playing after which a play counts as a view (decisions.md 24). */
const VIEW_AFTER_MS = 10_000;

/** Measures how long one play has actually been playing. */
export interface ViewTimer {
  /** Starts a play; `count` is called once when it has played long enough. */
  readonly begin: (count: () => void) => void;
  readonly playing: () => void;
  /** Paused, or waiting for data: this time does not count. */
  readonly resting: () => void;
  /** Discards the play. */
  readonly end: () => void;
}

/** Creates the timer. */
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
