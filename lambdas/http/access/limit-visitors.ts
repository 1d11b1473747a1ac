import type { Endpoint } from '../../contract/endpoint.ts';
import { guardVisitor, type VisitorLimit } from '../../domain/limits/visitor-limit.ts';
import { CHECK_HEADER, isCheckProof } from '../../domain/security/phases/check-proof.ts';
import type { GatewayEvent, Step } from '../state.ts';

/**
 * The address of the viewer. CloudFront appends it to X-Forwarded-For, and the gateway appends that of CloudFront, so
 * it is the second to last. Earlier entries can be forged. Callers past CloudFront could forge this one too, so the
 * chain has denied them before (`requireDistribution`).
 */
export const sourceOf = ({ headers, requestContext }: Pick<GatewayEvent, 'headers' | 'requestContext'>): string => {
  const hops = (headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '');
  return hops.at(-2) ?? hops.at(-1) ?? requestContext.http.sourceIp;
};

/** Whether a call is one of the platform's own security checks: it proves that it knows the stage's secret key. */
export const isSecurityCheck = async (
  { headers }: Pick<GatewayEvent, 'headers'>,
  { readKey }: Pick<VisitorLimit, 'readKey'>,
  now: number,
): Promise<boolean> => {
  const proof = headers[CHECK_HEADER];
  return proof !== undefined && isCheckProof(await readKey(), proof, now);
};

/** Endpoints that visitors can call. A signed request has no actor either, but its sender is known. */
const OPEN: ReadonlySet<Endpoint['auth'] | undefined> = new Set(['public', 'optional'] as const);

/** Counts a call by its address, unless it is one of our own security checks. `at` in milliseconds. */
export const limitVisitor = async (limit: VisitorLimit | undefined, event: GatewayEvent, at: number): Promise<void> => {
  if (limit && !(await isSecurityCheck(event, limit, at))) await guardVisitor(limit, sourceOf(event), at);
};

/**
 * Limits the calls of visitors who are not signed in, by address. Invalid requests count too, because parsing and
 * validating them costs time. Those of our own security checks do not. Throws TooManyRequests.
 */
export const limitVisitors = (limit: VisitorLimit | undefined, now: () => number): Step => ({
  async before({ event, internal: { actor, route } }) {
    if (!actor && OPEN.has(route?.endpoint.auth)) await limitVisitor(limit, event, now());
  },
});
