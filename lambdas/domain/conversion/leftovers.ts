import { retentionMs } from '../../contract/retention.ts';
import { attemptId, isRunning, type Attempt } from './attempt.ts';
import type { ConversionFacts } from './facts.ts';

/**
 * Milliseconds that replaced renditions are kept: longer than the lifetime of any cookie for them
 * (`mediaCookieSeconds` of a stage is at most 45 minutes).
 */
export const LEFTOVER_TIME_MS = retentionMs('superseded_outputs');

/** When renditions replaced at `from` (epoch milliseconds) can be removed. ISO 8601. */
export const leftoversDue = (from: number): string => new Date(from + LEFTOVER_TIME_MS).toISOString();

/** What to do about the replaced renditions of a content item. */
export interface LeftoverPlan {
  /** Attempts whose renditions are no longer needed. */
  readonly remove: readonly Attempt[];
  /** When to check again; undefined when no more leftovers are expected. */
  readonly again: string | undefined;
}

/**
 * Decides which renditions of a content item to remove: those of all ended attempts except the current one, the one
 * that is playable, and the one that waits for review. Replaced renditions are kept for another hour, because someone
 * may still be playing them. A running attempt can leave more renditions, so it requires another check.
 */
export const planLeftovers = (
  facts: ConversionFacts & { readonly waiting_file?: { readonly media_version: string } | undefined },
  attempts: readonly Attempt[],
  now: number,
): LeftoverPlan => {
  const isCurrent = (attempt: Attempt): boolean => attemptId(attempt) === facts.current_attempt;
  const isWaiting = ({ media_version: version }: Attempt): boolean => version === facts.waiting_file?.media_version;
  const playing = attempts.find(({ media_version: version }) => version === facts.media_version);
  const leftover = attempts.filter(
    (attempt) =>
      !isRunning(attempt) &&
      !isCurrent(attempt) &&
      !isWaiting(attempt) &&
      attempt !== playing &&
      attempt.removed_at === undefined,
  );
  const removableFrom = playing?.finished_at === undefined ? 0 : Date.parse(playing.finished_at) + LEFTOVER_TIME_MS;
  if (leftover.length > 0 && removableFrom > now) return { remove: [], again: new Date(removableFrom).toISOString() };
  return {
    remove: leftover,
    again: attempts.some((attempt) => isCurrent(attempt) && isRunning(attempt)) ? leftoversDue(now) : undefined,
  };
};
