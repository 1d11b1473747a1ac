import { attemptId, attemptNumber, isLeased, type Attempt } from './attempt.ts';
import type { ConversionFacts } from './facts.ts';

/** A version of a source that S3 announced. */
export interface Arrival {
  readonly versionId: string;
  /**
   * Hexadecimal order of changes of one key; texts of unequal length are compared after padding, as S3's guide says.
   */
  readonly sequencer: string;
}

/** What an announcement asks for. */
export type ArrivalDecision =
  | { readonly do: 'start'; readonly attempt: number }
  | { readonly do: 'take-over' }
  /** Another worker holds the claim; ask again later, so that its crash loses nothing. */
  | { readonly do: 'wait' }
  /** A duplicate, or an event that was overtaken. */
  | { readonly do: 'nothing' };

/**
 * Facts under which every announcement of a source asks for nothing: its order is later than any of S3's. A restore
 * gives them to a content until it knows the version under which its source stands in the new bucket; without them each
 * restored file would be converted again.
 */
export const sealedSource = { source_version_id: 'restoring', source_sequencer: 'F'.repeat(64) } as const;

const isLater = (a: string, b: string): boolean => {
  const length = Math.max(a.length, b.length);
  return a.padStart(length, '0') > b.padStart(length, '0');
};

/** What a wanted attempt asks for: it starts once, and is taken over only from a worker that stopped. */
export const decideRequest = (
  facts: ConversionFacts,
  wanted: Attempt | undefined,
  now: number,
): Exclude<ArrivalDecision, { do: 'start' }> => {
  if (!wanted || facts.current_attempt !== attemptId(wanted) || wanted.state !== 'claimed') return { do: 'nothing' };
  return isLeased(wanted, now) ? { do: 'wait' } : { do: 'take-over' };
};

/** What an arrived version asks for, given the facts on its content and the current attempt. */
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
