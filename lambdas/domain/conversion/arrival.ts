import { attemptId, attemptNumber, isLeased, type Attempt } from './attempt.ts';
import type { ConversionFacts } from './facts.ts';

/** An S3 event about a new version of a source. */
export interface Arrival {
  readonly versionId: string;
  /**
   * Hexadecimal order of the changes to one key. Per the S3 user guide, values of unequal length are padded before they
   * are compared.
   */
  readonly sequencer: string;
}

/** What to do about an event. */
export type ArrivalDecision =
  | { readonly do: 'start'; readonly attempt: number }
  | { readonly do: 'take-over' }
  /** Another worker holds the claim. Retry later, in case that worker crashes. */
  | { readonly do: 'wait' }
  /** A duplicate or outdated event. */
  | { readonly do: 'nothing' };

/**
 * Facts that make every event about a source count as outdated, because the sequencer is later than any from S3. A
 * restore sets them until it knows the source's version in the new bucket. Otherwise each restored file would be
 * converted again.
 */
export const restoringSource = { source_version_id: 'restoring', source_sequencer: 'F'.repeat(64) } as const;

const isLater = (a: string, b: string): boolean => {
  const length = Math.max(a.length, b.length);
  return a.padStart(length, '0') > b.padStart(length, '0');
};

/** Decides about a requested attempt: it starts once, and is taken over only from a worker that stopped. */
export const decideRequest = (
  facts: ConversionFacts,
  requested: Attempt | undefined,
  now: number,
): Exclude<ArrivalDecision, { do: 'start' }> => {
  if (!requested || facts.current_attempt !== attemptId(requested) || requested.state !== 'claimed')
    return { do: 'nothing' };
  return isLeased(requested, now) ? { do: 'wait' } : { do: 'take-over' };
};

/** Decides about a new version, given the facts of its content item and the current attempt. */
export const decideArrival = (
  facts: ConversionFacts,
  current: Attempt | undefined,
  arrival: Arrival,
  now: number,
): ArrivalDecision => {
  if (facts.source_version_id === arrival.versionId) return decideRequest(facts, current, now);
  const known = facts.source_sequencer;
  if (facts.source_version_id && known !== undefined && !isLater(arrival.sequencer, known)) return { do: 'nothing' };
  return { do: 'start', attempt: attemptNumber(facts.current_attempt) + 1 };
};
