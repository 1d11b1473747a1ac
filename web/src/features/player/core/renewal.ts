import type { Clock } from '../../../lib/clock.ts';

/** Milliseconds until a renewal that failed is tried again; the cookies still hold for a fifth of their life. */
const TRY_AGAIN_MS = 30_000;

export interface RenewalParts {
  readonly clock: Clock;
  readonly isPlaying: () => boolean;
  /** Renews; answers after how long to do so again, null for never, and whether another address was loaded. */
  readonly renew: () => Promise<{ readonly renewAfterMs: number | null; readonly moved: boolean }>;
}

/** Keeps the cookies of what plays fresh. */
export interface Renewal {
  readonly schedule: (afterMs: number | null) => void;
  /** Renews now, once for all who ask at the same time. Answers whether another address was loaded. */
  readonly now: () => Promise<boolean>;
  /** Renews if that fell due while playing was paused. */
  readonly catchUp: () => void;
  readonly stop: () => void;
}

/** Makes the keeper of the cookies. While paused nothing is renewed; playing on makes up for it. */
export const createRenewal = ({ clock, isPlaying, renew }: RenewalParts): Renewal => {
  let cancel: (() => void) | null = null;
  let due = false;
  let running: Promise<boolean> | null = null;
  /** Rises with `stop`: an answer to what was stopped schedules nothing. */
  let generation = 0;

  const schedule = (afterMs: number | null) => {
    cancel?.();
    cancel = null;
    due = false;
    if (afterMs !== null) cancel = clock.after(afterMs, fallDue);
  };

  const now = (): Promise<boolean> => {
    const asked = generation;
    running ??= renew()
      .then(({ renewAfterMs, moved }) => {
        if (asked === generation) schedule(renewAfterMs);
        return moved;
      })
      .finally(() => {
        if (asked === generation) running = null;
      });
    return running;
  };

  const renewQuietly = () => {
    const asked = generation;
    now().catch(() => {
      if (asked === generation) schedule(TRY_AGAIN_MS);
    });
  };

  const fallDue = () => {
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
