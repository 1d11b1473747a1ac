import { SESSION_WARNING_SECONDS } from '../../../../lambdas/contract/people/time-limits.ts';
import type { Clock } from '../../lib/clock.ts';

/** Milliseconds before its end at which a session warns. */
export const WARNING_MS = SESSION_WARNING_SECONDS * 1000;

/** Minimum number of milliseconds between two reports of activity. */
const REPORT_EVERY_MS = 15 * 60_000;

/** Milliseconds that collect one report from many events (specification, section 9). */
const DEBOUNCE_MS = 1_000;

/** What a timer is connected to. */
export interface SessionTimerOptions {
  readonly clock: Clock;
  /** Asks the server how long the session lasts, in milliseconds; undefined when it cannot be asked. */
  readonly ask: () => Promise<number | undefined>;
  /** Reports activity. Returns how long the session lasts now, in milliseconds; undefined when it failed. */
  readonly report: (by: 'activity' | 'extended') => Promise<number | undefined>;
  /** Informs the other tabs how long the session lasts. */
  readonly notifyTabs: (remainingMs: number) => void;
  /** The session ends at this time of the clock unless it is extended; null: it is no longer about to end. */
  readonly onWarning: (endsAt: number | null) => void;
  readonly onExpired: () => void;
}

/** The time limit of a session, in one tab. */
export interface SessionTimer {
  /** The user did something. Ignored during a warning: the user then answers it, here or in another tab. */
  readonly active: () => void;
  /** The user chose to extend the session. False when it failed. */
  readonly extend: () => Promise<boolean>;
  /** Another tab learned how long the session lasts. */
  readonly heard: (remainingMs: number) => void;
  /** Asks the server again, such as after the computer slept. */
  readonly check: () => Promise<void>;
  readonly stop: () => void;
}

/**
 * Creates the timer. The server decides when the session ends: the timer asks again before it warns and before it gives
 * up, because there may have been activity elsewhere, or the computer may have slept.
 */
export const createSessionTimer = (options: SessionTimerOptions): SessionTimer => {
  const { clock, ask, report, notifyTabs, onWarning, onExpired } = options;
  let endsAt: number | undefined;
  let warned = false;
  let stopped = false;
  let reportedAt = -Infinity;
  let stopTimer = () => {};
  let stopReport: (() => void) | undefined;

  const warn = (at: number | null) => {
    warned = at !== null;
    onWarning(at);
  };

  const arm = (remainingMs: number) => {
    if (stopped) return;
    stopTimer();
    endsAt = clock.now() + remainingMs;
    if (remainingMs > WARNING_MS) {
      if (warned) warn(null);
      stopTimer = clock.after(remainingMs - WARNING_MS, () => void reach());
    } else {
      warn(endsAt);
      stopTimer = clock.after(Math.max(0, remainingMs), () => void reach());
    }
  };

  /** A limit is reached, as far as this tab knows. */
  const reach = async () => {
    const due = endsAt ?? 0;
    const remaining = await ask();
    if (stopped || endsAt !== due) return;
    if (remaining !== undefined && remaining > 0) return arm(remaining);
    if (clock.now() < due) return arm(due - clock.now());
    stopped = true;
    onExpired();
  };

  const send = async (by: 'activity' | 'extended'): Promise<boolean> => {
    const before = reportedAt;
    reportedAt = clock.now();
    const remaining = await report(by);
    if (remaining === undefined) {
      reportedAt = before;
      return false;
    }
    arm(remaining);
    notifyTabs(remaining);
    return true;
  };

  return {
    active: () => {
      if (stopped || warned || stopReport) return;
      const wait = Math.max(DEBOUNCE_MS, reportedAt + REPORT_EVERY_MS - clock.now());
      stopReport = clock.after(wait, () => {
        stopReport = undefined;
        void send('activity');
      });
    },
    extend: () => send('extended'),
    heard: (remainingMs) => {
      reportedAt = clock.now();
      stopReport?.();
      stopReport = undefined;
      arm(remainingMs);
    },
    check: async () => {
      const remaining = await ask();
      if (remaining !== undefined) arm(remaining);
    },
    stop: () => {
      stopped = true;
      stopTimer();
      stopReport?.();
    },
  };
};
