import { retentionMs } from '../../contract/retention.ts';
import { attemptId, isRunning, type Attempt } from './attempt.ts';
import type { ConversionFacts } from './facts.ts';

/**
 * Milliseconds that replaced renditions stay: longer than any cookie that opens them holds (`mediaCookieSeconds` of a
 * stage is 45 minutes at most).
 */
export const LEFTOVER_TIME_MS = retentionMs('superseded_outputs');

/** When what was left at `from` (milliseconds since the epoch) is looked into. ISO 8601. */
export const leftoversDue = (from: number): string => new Date(from + LEFTOVER_TIME_MS).toISOString();

/** What is to be done about a content's leftovers now. */
export interface LeftoverPlan {
  /** Attempts whose renditions nobody needs. */
  readonly remove: readonly Attempt[];
  /** When to look again; undefined: nothing more will be left by what is known now. */
  readonly again: string | undefined;
}

/**
 * Which renditions of a content may go: those of every ended attempt but the current one and the one that plays. They
 * stay while somebody may still play them: for an hour after the one that plays now took their place. A running attempt
 * may make more, so they are looked into again.
 */
export const planLeftovers = (facts: ConversionFacts, attempts: readonly Attempt[], now: number): LeftoverPlan => {
  const isCurrent = (attempt: Attempt): boolean => attemptId(attempt) === facts.current_attempt;
  const playing = attempts.find(({ media_version: version }) => version === facts.media_version);
  const left = attempts.filter(
    (attempt) => !isRunning(attempt) && !isCurrent(attempt) && attempt !== playing && attempt.removed_at === undefined,
  );
  const since = playing?.finished_at === undefined ? 0 : Date.parse(playing.finished_at) + LEFTOVER_TIME_MS;
  if (left.length > 0 && since > now) return { remove: [], again: new Date(since).toISOString() };
  return {
    remove: left,
    again: attempts.some((attempt) => isCurrent(attempt) && isRunning(attempt)) ? leftoversDue(now) : undefined,
  };
};
