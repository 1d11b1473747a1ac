import { createHash } from 'node:crypto';
import { AppError } from '../app-error.ts';

/** How often something may be done. */
export interface RateRule {
  /** Names the counter; part of its key. */
  readonly name: string;
  readonly limit: number;
  /** Milliseconds from the first time on, in which it may be done `limit` times. */
  readonly windowMs: number;
}

/** Mails that we send, to one address and to one account (quality.md, "brute force"). */
export const mailsPerAddress: RateRule = { name: 'MAILS_TO_ADDRESS', limit: 3, windowMs: 5 * 60_000 };
export const mailsPerAccount: RateRule = { name: 'MAILS_TO_ACCOUNT', limit: 3, windowMs: 5 * 60_000 };
/** Calls of somebody who is not signed in, by where they come from (as above). */
export const visitorCalls: RateRule = { name: 'VISITOR_CALLS', limit: 50, windowMs: 10_000 };

/** Counts what is done, for everybody at once. */
export interface RateCounters {
  /**
   * Counts once more and answers undefined, or counts nothing and answers the milliseconds until it may be done again.
   * `now` in milliseconds.
   */
  take(rule: RateRule, subject: string, now: number): Promise<number | undefined>;
}

/** A refusal that passes by itself. */
export class TooManyRequests extends AppError {
  readonly retryAfterSeconds: number;

  constructor(waitMs: number) {
    super('too_many_requests');
    this.retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  }
}

/** Counts once more. Throws TooManyRequests. */
export const guardRate = async (
  counters: RateCounters,
  rule: RateRule,
  subject: string,
  now: number,
): Promise<void> => {
  const waitMs = await counters.take(rule, subject, now);
  if (waitMs !== undefined) throw new TooManyRequests(waitMs);
};

/** Under what a person's address (of mail or network) is counted: whoever reads the table does not read addresses. */
export const addressHash = (address: string): string =>
  createHash('sha256').update(address.trim().toLowerCase()).digest('hex');
