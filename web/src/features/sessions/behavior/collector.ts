import {
  BEHAVIOR_INTERVAL_SECONDS,
  BEHAVIOR_SESSION_MINUTES,
} from '../../../../../lambdas/contract/security/behavior-rules.ts';
import { ApiError, isTransientFailure } from '../../../lib/api/api-error.ts';
import type { Clock } from '../../../lib/clock.ts';
import { createCounting, type Counting } from './counting.ts';
import type { UnsentPattern, UnsentPatterns } from './unsent.ts';

const INTERVAL_MS = BEHAVIOR_INTERVAL_SECONDS * 1000;
const SESSION_MS = BEHAVIOR_SESSION_MINUTES * 60_000;

export interface CollectorParts {
  readonly clock: Clock;
  readonly unsent: UnsentPatterns;
  /** Sends a pattern. With `keepalive`, also if the page is closed meanwhile. */
  readonly send: (pattern: UnsentPattern, keepalive: boolean) => Promise<unknown>;
  /** A new name for a counting: 32 hexadecimal digits. */
  readonly newPage: () => string;
  /** The server rejects what is sent: the user withdrew their consent elsewhere. */
  readonly onDenied: () => void;
}

/** Counts what a user does, and sends the counts. */
export interface Collector {
  /** The counting of now, for what happens now. */
  readonly counting: () => Counting;
  /** The page is hidden, and may not be shown again: keeps the counts, and sends them if it is time. */
  readonly leave: () => void;
  /** Stops, and drops all that was not sent. */
  readonly stop: () => void;
}

/**
 * Counts, and sends a pattern at most once a minute from all tabs of this browser, if something changed. A pattern is
 * kept in the browser until the server has it. Counting begins again after an hour.
 */
export const createCollector = ({ clock, unsent, send, newPage, onDenied }: CollectorParts): Collector => {
  let counting = createCounting(clock);
  let page = newPage();
  let seq = 0;
  let taken = JSON.stringify(counting.data());
  let isStopped = false;
  let isSending = false;

  /** Keeps the counts under a new number, if they changed since the last time. */
  const take = (): void => {
    const data = counting.data();
    const text = JSON.stringify(data);
    if (isStopped || text === taken) return;
    taken = text;
    seq += 1;
    unsent.keep({ page, seq, data, at: clock.now() });
  };

  const beginAgain = (): void => {
    take();
    const isWatching = counting.isWatching();
    counting = createCounting(clock);
    counting.watching(isWatching);
    page = newPage();
    seq = 0;
    taken = JSON.stringify(counting.data());
  };

  const current = (): Counting => {
    if (clock.now() - counting.startedAt >= SESSION_MS) beginAgain();
    return counting;
  };

  const sendNext = async (keepalive: boolean): Promise<void> => {
    const now = clock.now();
    const sinceSent = now - unsent.sentAt();
    const pattern = unsent.next(now);
    // A clock that was set back makes the time negative.
    if (isStopped || isSending || !pattern || (sinceSent >= 0 && sinceSent < INTERVAL_MS)) return;
    unsent.sending(pattern, now);
    isSending = true;
    try {
      await send(pattern, keepalive);
      if (!isStopped) unsent.remove(pattern);
    } catch (error) {
      // Without an answer of the server, it is sent again.
      if (isStopped || !(error instanceof ApiError)) return;
      if (error.code === 'consent_required') onDenied();
      else if (!isTransientFailure(error)) unsent.remove(pattern);
    } finally {
      isSending = false;
    }
  };

  const sendAndWait = (): void => {
    void sendNext(false);
    // Another tab may have sent meanwhile.
    const left = unsent.sentAt() + INTERVAL_MS - clock.now();
    cancel = clock.after(left > 0 && left <= INTERVAL_MS ? left : INTERVAL_MS, () => {
      current();
      take();
      sendAndWait();
    });
  };
  // First what an earlier visit could not send.
  let cancel = clock.after(0, sendAndWait);

  return {
    counting: current,
    leave: () => {
      current();
      take();
      void sendNext(true);
    },
    stop: () => {
      isStopped = true;
      cancel();
      unsent.clear();
    },
  };
};
