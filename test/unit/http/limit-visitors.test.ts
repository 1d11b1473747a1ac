import * as z from 'zod/mini';
import { endpoint } from '../../../lambdas/contract/endpoint.ts';
import { newAccountRights } from '../../../lambdas/domain/accounts/actor.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { addressHash, visitorCalls, type RateCounters } from '../../../lambdas/domain/limits/rate-limit.ts';
import { visitorName } from '../../../lambdas/domain/limits/visitor-limit.ts';
import { CHECK_HEADER, newCheckProof } from '../../../lambdas/domain/security/phases/check-proof.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { sourceOf } from '../../../lambdas/http/access/limit-visitors.ts';
import { route, signedRoute } from '../../../lambdas/http/route.ts';
import { accessClaims, call } from '../../support/http.ts';

const base = { summary: '', responses: { 204: null }, errors: [] } as const;
const open = endpoint({
  ...base,
  method: 'POST',
  path: '/api/open',
  auth: 'public',
  body: z.strictObject({ n: z.number() }),
});
const mine = endpoint({ ...base, method: 'GET', path: '/api/mine', auth: 'user' });
const maybe = endpoint({ ...base, method: 'GET', path: '/api/maybe', auth: 'optional' });
const hook = endpoint({ ...base, method: 'POST', path: '/api/hook', auth: 'signature' });

const KEY = Buffer.alloc(32, 1).toString('base64');
let wait: number | undefined;
let counted: unknown[][] = [];
const counters: RateCounters = {
  async take(...all) {
    counted.push(all);
    return wait;
  },
};
const handler = httpFunction(
  [
    ...[open, mine, maybe].map((one) => route(one, async () => ({ status: 204 }) as never)),
    signedRoute(
      hook,
      () => true,
      async () => ({ status: 204 }),
    ),
  ],
  {
    rights: { read: async (userId) => ({ ...newAccountRights(userId), plan: 'free' }) },
    verifier: { verify: async () => accessClaims() },
    visitors: { counters, readKey: async () => KEY },
    logger: silentLogger,
    now: () => 5000,
  },
);

beforeEach(() => {
  wait = undefined;
  counted = [];
});

const from = { 'x-forwarded-for': '198.51.100.7, 203.0.113.9' };

it('counts signed-out callers by the address that CloudFront saw', async () => {
  expect((await call(handler, { routeKey: 'POST /api/open', body: { n: 1 }, headers: from })).status).toBe(204);
  expect((await call(handler, { routeKey: 'GET /api/maybe', headers: from })).status).toBe(204);
  const expected = [visitorCalls, visitorName(KEY, '198.51.100.7', 5000), 5000];
  expect(counted).toEqual([expected, expected]);
});

it('names an address by a key, another one every day, so that the address cannot be found by hashing all', () => {
  const day = 24 * 60 * 60_000;
  const name = (key: string, now: number): string => visitorName(key, '198.51.100.7', now);
  const other = Buffer.alloc(32, 2).toString('base64');
  const names = [addressHash('198.51.100.7'), name(KEY, 0), name(other, 0), name(KEY, day)];
  expect(new Set(names).size).toBe(names.length);
  expect(name(KEY, day - 1)).toBe(name(KEY, 0));
});

it('counts neither signed-in callers nor signed requests', async () => {
  expect((await call(handler, { routeKey: 'POST /api/hook', body: '{}' })).status).toBe(204);
  await call(handler, { routeKey: 'GET /api/mine', claims: accessClaims() });
  await call(handler, { routeKey: 'GET /api/maybe', headers: { authorization: 'Bearer good' } });
  expect(counted).toEqual([]);
});

it('does not count our own security checks, which prove that they are', async () => {
  const ask = (secret: string) =>
    call(handler, {
      routeKey: 'POST /api/open',
      body: { n: 1 },
      headers: { ...from, [CHECK_HEADER]: newCheckProof(secret, 5000) },
    });
  expect((await ask(KEY)).status).toBe(204);
  expect(counted).toEqual([]);
  await ask(Buffer.alloc(32, 2).toString('base64'));
  expect(counted).toHaveLength(1);
});

it('counts invalid requests, and reads no body at the limit', async () => {
  expect((await call(handler, { routeKey: 'POST /api/open', body: { n: 'x' }, headers: from })).status).toBe(400);
  expect((await call(handler, { routeKey: 'POST /api/open', body: '{', headers: from })).status).toBe(400);
  expect(counted).toHaveLength(2);
  wait = 4200;
  expect((await call(handler, { routeKey: 'POST /api/open', body: '{', headers: from })).status).toBe(429);
});

it('rejects a call with the seconds to wait', async () => {
  wait = 4200;
  const { status, headers, problem } = await call(handler, {
    routeKey: 'POST /api/open',
    body: { n: 1 },
    headers: from,
  });
  expect([status, problem.code, headers['retry-after']]).toEqual([429, 'too_many_requests', '5']);
});

it.each([
  ['the viewer address from CloudFront', '198.51.100.7, 203.0.113.9', '198.51.100.7'],
  ['the viewer address after forged entries', '10.0.0.1, 198.51.100.7, 203.0.113.9', '198.51.100.7'],
  ['the address of a direct call to the gateway', '198.51.100.7', '198.51.100.7'],
  ['the connection without the header', '', '192.0.2.1'],
])('uses %s as the source', (_what, forwarded, source) => {
  expect(
    sourceOf({
      headers: { 'x-forwarded-for': forwarded },
      requestContext: { http: { sourceIp: '192.0.2.1' } },
    } as never),
  ).toBe(source);
});
