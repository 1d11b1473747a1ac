import { attemptId, attemptNumber, isLeased, type Attempt } from './attempt.ts';
import type { ConversionFacts } from './facts.ts';

/** An S3 event about a new version of a source. */
export interface Arrival {
  readonly versionId: string;
  /** The version that was checked when the upload was completed, if it was completed before this event. */
  readonly checked?: string | undefined;
}

/** What to do about an event. */
export type ArrivalDecision =
  | { readonly do: 'start'; readonly attempt: number }
  | { readonly do: 'take-over' }
  /** Another worker holds the claim. Retry later, in case that worker crashes. */
  | { readonly do: 'wait' }
  /** The upload has accepted another version of its key. This one must not be converted or kept. */
  | { readonly do: 'remove' }
  /** A duplicate or outdated event. */
  | { readonly do: 'nothing' };

/**
 * A version id that makes every event about a source count as outdated. A restore sets it until it knows the source's
 * version in the new bucket. Otherwise each restored file would be removed or converted again.
 */
export const RESTORING_VERSION = 'restoring';

/** Decides about a requested attempt: it starts once, and is taken over only from a worker that stopped. */
export const decideRequest = (
  facts: ConversionFacts,
  requested: Attempt | undefined,
  now: number,
): Exclude<ArrivalDecision, { do: 'start' | 'remove' }> => {
  if (!requested || facts.current_attempt !== attemptId(requested) || requested.state !== 'claimed')
    return { do: 'nothing' };
  return isLeased(requested, now) ? { do: 'wait' } : { do: 'take-over' };
};

/**
 * Decides about a new version, given the facts of its content item and the current attempt. An upload accepts one
 * version of its key: the one that was checked when it was completed, or the first that was converted. A file changes
 * only by a replacement, which is another upload.
 */
export const decideArrival = (
  facts: ConversionFacts,
  current: Attempt | undefined,
  arrival: Arrival,
  now: number,
): ArrivalDecision => {
  const accepted = [arrival.checked, facts.source_version_id];
  if (accepted.includes(RESTORING_VERSION)) return { do: 'nothing' };
  if (accepted.some((version) => version && version !== arrival.versionId)) return { do: 'remove' };
  if (facts.source_version_id === arrival.versionId) return decideRequest(facts, current, now);
  return { do: 'start', attempt: attemptNumber(facts.current_attempt) + 1 };
};
