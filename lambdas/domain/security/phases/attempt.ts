import type { SecurityCheck } from '../../../contract/security/phases.ts';

/** A call that must be rejected. */
export interface Attempt {
  /** What it tries; unique. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The statuses that reject it. */
  readonly statuses: readonly number[];
  /** The error codes of our functions that reject it. When left out, the status decides. */
  readonly codes?: readonly string[];
  /** The error that `WWW-Authenticate` must name: which rule rejected the attempt. @default any */
  readonly challenge?: string;
}

/** What an attempt got. */
export interface Reply {
  readonly status: number;
  /** `code` of a problem; undefined for a response of another kind. */
  readonly code: string | undefined;
  /** The header `WWW-Authenticate`. */
  readonly challenge?: string | undefined;
}

/** Whether an attempt was rejected, and for the reason for which it must be. */
export const isRejected = ({ statuses, codes, challenge }: Attempt, reply: Reply): boolean =>
  statuses.includes(reply.status) &&
  (codes === undefined || (reply.code !== undefined && codes.includes(reply.code))) &&
  (challenge === undefined || (reply.challenge ?? '').includes(`error="${challenge}"`));

/** One call of a burst. */
export interface TimedCall {
  /** Milliseconds. */
  readonly durationMs: number;
  /** Whether it got a response without an error. */
  readonly isOk: boolean;
}

/** The nearest-rank percentile of durations in ascending order; 0 without any. */
const percentile = (ascending: readonly number[], share: number): number =>
  ascending[Math.max(0, Math.ceil(share * ascending.length) - 1)] ?? 0;

/** The figures of a burst. Calls that failed count with their duration too. */
export const callsOf = (calls: readonly TimedCall[]): SecurityCheck['calls'] => {
  const ascending = calls.map(({ durationMs }) => Math.ceil(durationMs)).sort((a, b) => a - b);
  return {
    n: calls.length,
    failed: calls.filter(({ isOk }) => !isOk).length,
    p50_ms: percentile(ascending, 0.5),
    p95_ms: percentile(ascending, 0.95),
  };
};
