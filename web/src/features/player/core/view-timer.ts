import { viewAfterMs } from '../../../../../lambdas/contract/media/views.ts';
import type { Clock } from '../../../lib/clock.ts';

/** Milliseconds of actual playing after which a play counts as a view, unless its title ends before. */
const VIEW_AFTER_MS = viewAfterMs(null);

/** Measures how long one play has actually been playing. */
export interface ViewTimer {
  /** Starts a play; `count` is called once when it has played long enough. */
  readonly begin: (count: () => void) => void;
  readonly playing: () => void;
  /** Paused, or waiting for data: this time does not count. */
  readonly resting: () => void;
  /** The end of a title, in seconds. A play that got there without most of it being skipped counts. */
  readonly ended: (duration: number) => void;
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
  const fire = () => {
    const done = count;
    count = null;
    cancel = null;
    done?.();
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
      cancel = clock.after(Math.max(0, remaining), fire);
    },
    resting,
    ended: (duration) => {
      resting();
      if (duration > 0 && VIEW_AFTER_MS - remaining >= viewAfterMs(duration)) fire();
    },
    end: () => {
      stop();
      count = null;
    },
  };
};
