import type { Clock } from '../../../lib/clock.ts';

/** Milliseconds until a failed renewal is repeated; the cookies are still valid for a fifth of their lifetime. */
export const TRY_AGAIN_MS = 30_000;

export interface RenewalParts {
  readonly clock: Clock;
  readonly isPlaying: () => boolean;
  /** Renews the cookies. `renewAfterMs`: when to renew again, null for never. `moved`: another URL was loaded. */
  readonly renew: () => Promise<{ readonly renewAfterMs: number | null; readonly moved: boolean }>;
}

/** Keeps the cookies of the current item valid. */
export interface Renewal {
  readonly schedule: (afterMs: number | null) => void;
  /** Renews now; concurrent calls share one renewal. Returns whether another URL was loaded. */
  readonly now: () => Promise<boolean>;
  /** Renews if a renewal became due while playback was paused. */
  readonly catchUp: () => void;
  readonly stop: () => void;
}

/** Creates the renewal. While playback is paused nothing is renewed; `catchUp` makes up for it. */
export const createRenewal = ({ clock, isPlaying, renew }: RenewalParts): Renewal => {
  let cancel: (() => void) | null = null;
  let due = false;
  let running: Promise<boolean> | null = null;
  /** Increases with `stop`: the response to a stopped renewal schedules nothing. */
  let generation = 0;

  const schedule = (afterMs: number | null) => {
    cancel?.();
    cancel = null;
    due = false;
    if (afterMs !== null) cancel = clock.after(afterMs, onDue);
  };

  const now = (): Promise<boolean> => {
    const startedIn = generation;
    running ??= renew()
      .then(({ renewAfterMs, moved }) => {
        if (startedIn === generation) schedule(renewAfterMs);
        return moved;
      })
      .finally(() => {
        if (startedIn === generation) running = null;
      });
    return running;
  };

  const renewQuietly = () => {
    const startedIn = generation;
    now().catch(() => {
      if (startedIn === generation) schedule(TRY_AGAIN_MS);
    });
  };

  const onDue = () => {
    cancel = null;
    if (isPlaying()) renewQuietly();
    else due = true;
  };

  return {
    schedule,
    now,
    catchUp: () => {
      if (due) renewQuietly();
      due = false;
    },
    stop: () => {
      generation += 1;
      running = null;
      schedule(null);
    },
  };
};
