import { addressHash, guardRate, visitorCalls, type RateCounters } from '../domain/limits/rate-limit.ts';
import type { GatewayEvent, Step } from './state.ts';

/**
 * Where a call comes from. CloudFront appends the viewer's address to X-Forwarded-For and the gateway that of
 * CloudFront, so it is the last but one; what stands before it the viewer may have written. Whoever calls the gateway
 * past CloudFront can choose what stands there: the stage's own throttle is what holds them.
 */
export const sourceOf = ({ headers, requestContext }: Pick<GatewayEvent, 'headers' | 'requestContext'>): string => {
  const hops = (headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '');
  return hops.at(-2) ?? hops.at(-1) ?? requestContext.http.sourceIp;
};

/**
 * Counts calls of people who are not signed in, by where they come from. What validation refused is not counted: it
 * costs no reading of anything. Throws TooManyRequests.
 */
export const limitVisitors = (counters: RateCounters | undefined, now: () => number): Step => ({
  async before({ event, internal: { actor } }) {
    if (counters && !actor) await guardRate(counters, visitorCalls, addressHash(sourceOf(event)), now());
  },
});
