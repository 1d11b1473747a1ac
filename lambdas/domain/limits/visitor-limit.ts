import { keyedName } from './keyed-name.ts';
import { guardRate, visitorCalls, type RateCounters } from './rate-limit.ts';

/** Counts the calls of visitors. */
export interface VisitorLimit {
  readonly counters: RateCounters;
  /** The stage's secret key, in base64. Must be cached: it is read for each call of a visitor. */
  readonly readKey: () => Promise<string>;
}

/**
 * Name under which the calls from a network address are counted on one day (UTC): a hash that does not reveal the
 * address. The key is another one every day, so that the names of two days cannot be compared either. `now` in
 * milliseconds.
 */
export const visitorName = (secret: string, address: string, now: number): string =>
  keyedName(secret, `visitor addresses of ${new Date(now).toISOString().slice(0, 10)}`, address);

/** Counts a call from a network address. Throws TooManyRequests. */
export const guardVisitor = async ({ counters, readKey }: VisitorLimit, address: string, now: number): Promise<void> =>
  guardRate(counters, visitorCalls, visitorName(await readKey(), address, now), now);
