import * as z from 'zod/mini';
import { LIMITED_CALLS_A_MINUTE } from '../../../lambdas/contract/admin/security-effects.ts';
import { endpoint, type Endpoint } from '../../../lambdas/contract/endpoint.ts';
import { endpoints } from '../../../lambdas/contract/index.ts';
import type { CallerRights } from '../../../lambdas/domain/accounts/actor.ts';
import type { RateCounters } from '../../../lambdas/domain/limits/rate-limit.ts';
import type { Restrictions } from '../../../lambdas/domain/security/restrictions.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { route } from '../../../lambdas/http/route.ts';
import { createLogger } from '../../../lambdas/platform/logger.ts';
import { accessClaims, call, PERSON } from '../../support/http.ts';

const NOW = Date.parse('2026-11-28T12:00:00.000Z');
const base = { responses: { 200: z.object({}) }, errors: [], summary: '', method: 'GET' } as const;
const plain = endpoint({ ...base, path: '/api/plain', auth: 'user' });
const setup = endpoint({ ...base, path: '/api/setup', auth: 'user', beforeFactor: true });
const staffs = endpoint({ ...base, path: '/api/staffs', auth: 'admin' });
const open = endpoint({ ...base, path: '/api/open', auth: 'optional' });

let admitted = 0;
let counted: string[] = [];
let recorded: string[] = [];
/** A window that begins with its first call. */
const counters: RateCounters = {
  async take({ name, limit, windowMs }, subject) {
    if (counted.length >= limit) return windowMs - 5000;
    counted.push(`${name} ${subject}`);
    return undefined;
  },
};
const serve = (restrictions: Restrictions, rights: Partial<CallerRights> = {}, locks = false) =>
  httpFunction(
    [plain, setup, staffs, open].map((one: Endpoint) => route(one, async () => ({ status: 200, body: {} }))),
    {
      rights: {
        read: async (userId) => ({
          user_id: userId,
          role: 'user',
          plan: 'free',
          disabled: false,
          restrictions,
          ...rights,
        }),
      },
      sessions: {
        admit: async () => {
          admitted += 1;
          return locks ? 'locked' : 'active';
        },
      },
      callers: counters,
      security: { recorder: { record: async ({ event_type: kind }) => void recorded.push(kind) }, counters },
      verifier: { verify: async () => claims() },
      logger: createLogger('error', {}, () => undefined),
      now: () => NOW,
    },
  );
const claims = (amr = '[pwd]', ageSeconds = 0) => ({
  ...accessClaims(),
  origin_jti: PERSON,
  auth_time: String(NOW / 1000 - ageSeconds),
  amr,
});
const get = async (handler: ReturnType<typeof serve>, path: string, given: object = claims()) => {
  const response = await call(handler, { routeKey: `GET ${path}`, claims: { ...given } });
  return response.status === 200 ? 200 : `${response.status} ${response.problem.code}`;
};

beforeEach(() => {
  admitted = 0;
  counted = [];
  recorded = [];
});

describe('a lockout', () => {
  const locked = { session_lockout: { until: NOW + 1, response: 'rsp' } };

  it('denies every call, before a session can begin', async () => {
    const handler = serve(locked);
    expect(await Promise.all(['/api/plain', '/api/setup', '/api/staffs'].map((path) => get(handler, path)))).toEqual(
      Array.from({ length: 3 }, () => '403 account_locked'),
    );
    const withToken = await call(handler, { routeKey: 'GET /api/open', headers: { authorization: 'Bearer a.b.c' } });
    expect(withToken.problem.code).toBe('account_locked');
    expect(admitted).toBe(0);
    expect((await call(handler, { routeKey: 'GET /api/open' })).status).toBe(200);
  });

  it('ends automatically', async () => {
    expect(await get(serve({ session_lockout: { until: NOW, response: 'rsp' } }), '/api/plain')).toBe(200);
  });

  it('denies a sign-in whose rights were read before it', async () => {
    expect(await get(serve({}, {}, true), '/api/plain')).toBe('403 account_locked');
  });
});

it('limits the calls of a user in a minute, and says when the next one is allowed', async () => {
  const handler = serve({ rate_limit: { until: NOW + 1, response: 'rsp' } });
  for (let calls = 0; calls < LIMITED_CALLS_A_MINUTE; calls += 1) expect(await get(handler, '/api/plain')).toBe(200);
  const beyond = await call(handler, { routeKey: 'GET /api/plain', claims: claims() });
  expect([beyond.status, beyond.problem.code, beyond.headers['retry-after']]).toEqual([429, 'too_many_requests', '55']);
  expect(new Set(counted)).toEqual(new Set([`LIMITED_CALLS ${PERSON}`]));
  // The effect of an alert would otherwise raise the next one.
  expect(recorded).toEqual([]);
  counted = [];
  expect(await get(serve({}), '/api/plain')).toBe(200);
  expect(counted).toEqual([]);
});

describe('a forced factor', () => {
  const forced = { force_mfa: { since: NOW - 60_000, until: NOW + 1, response: 'rsp' } };

  it('lets a user without a factor reach only what sets one up', async () => {
    const handler = serve(forced);
    expect(await get(handler, '/api/plain')).toBe('403 factor_required');
    expect(await get(handler, '/api/setup')).toBe(200);
  });

  it('asks a user with a factor for it, until a sign-in since then has proven it', async () => {
    const handler = serve(forced, { second_factor: true });
    expect(await get(handler, '/api/plain')).toBe('401 insufficient_authentication');
    expect(await get(handler, '/api/plain', claims('[pwd mfa]', 61))).toBe('401 insufficient_authentication');
    expect(await get(handler, '/api/plain', claims('[pwd mfa]', 60))).toBe(200);
    const denied = await call(handler, { routeKey: 'GET /api/plain', claims: claims() });
    expect(denied.headers['www-authenticate']).toMatch(/acr_values="aal2", max_age="60"$/);
  });

  it('asks no one in vain who has no permission', async () => {
    expect(await get(serve(forced, { second_factor: true }), '/api/staffs')).toBe('403 forbidden');
  });
});

it('answers before a forced factor only what is needed to set one up, to prove it, and to sign out', () => {
  const before = Object.entries<Endpoint>(endpoints).filter(([, { beforeFactor }]) => beforeFactor);
  expect(before.map(([key]) => key).sort()).toEqual([
    'account.get-me',
    'factors.challenge-factor',
    'factors.list-factors',
    'factors.start-passkey',
    'factors.start-phone',
    'factors.start-totp',
    'factors.verify-factor',
    'factors.verify-passkey',
    'factors.verify-phone',
    'factors.verify-totp',
    'sessions.end-others',
    'sessions.end-session',
    'sessions.list-sessions',
    'sessions.renew-session',
  ]);
  expect(before.every(([, { auth }]) => auth === 'user')).toBe(true);
});
