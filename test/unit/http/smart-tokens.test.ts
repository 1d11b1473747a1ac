import * as z from 'zod/mini';
import { endpoint } from '../../../lambdas/contract/endpoint.ts';
import { TOKEN_CALLS_AN_HOUR, TOKEN_LEVELS } from '../../../lambdas/contract/security/token-rules.ts';
import { keyedName } from '../../../lambdas/domain/limits/keyed-name.ts';
import { visitorCalls, type RateRule } from '../../../lambdas/domain/limits/rate-limit.ts';
import type { NewSecurityEvent } from '../../../lambdas/domain/security/event.ts';
import { checkProof, thumbprintOf } from '../../../lambdas/domain/security/tokens/proof.ts';
import { isRefreshable, newToken, type StoredToken } from '../../../lambdas/domain/security/tokens/token.ts';
import type { Restrictions } from '../../../lambdas/domain/security/restrictions.ts';
import type { Sessions } from '../../../lambdas/domain/sessions/session.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { route } from '../../../lambdas/http/route.ts';
import type { GatewayEvent } from '../../../lambdas/http/state.ts';
import { createLogger } from '../../../lambdas/platform/logger.ts';
import { dpopProof, newScriptKey, type CallToProve, type ScriptKey } from '../../support/attacks/dpop-proof.ts';
import { gatewayEvent, PERSON } from '../../support/http.ts';

const base = { responses: { 200: z.object({ id: z.string() }) }, errors: [], summary: '', method: 'GET' } as const;
const reading = endpoint({ ...base, path: '/api/token/content', auth: 'token', tokenUse: 'api' });
const own = endpoint({ ...base, path: '/api/token', auth: 'token', tokenUse: 'any' });
const again = endpoint({ ...base, path: '/api/token/again', auth: 'token', tokenUse: 'any', acceptsRefreshed: true });

const NOW = Date.parse('2026-11-28T03:00:00.000Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SITE = 'https://media.example.org';
const SESSION = 'aaaaaaaa-0000-4000-8000-000000000000';

let key: ScriptKey;
let token: string;
let stored: StoredToken;
let sessions: Sessions;
let restrictions: Restrictions | undefined;
let account: { disabled: boolean } | undefined;
let now: number;
let recorded: NewSecurityEvent[];
let counted: RateRule[];
let touched: string[];
let full: boolean;
const used = new Set<string>();
/** Calls by the name of a visitor. */
const visits = new Map<string, number>();
const STAGE_KEY = Buffer.alloc(32).toString('base64');

const handler = httpFunction(
  [reading, own, again].map((one) =>
    route(one, async ({ smartToken }) => ({ status: 200, body: { id: smartToken.id } })),
  ),
  {
    rights: {
      read: async (userId) =>
        account && {
          user_id: userId,
          role: 'user',
          plan: 'free',
          disabled: account.disabled,
          sessions,
          restrictions,
          second_factor: true,
        },
    },
    smartTokens: {
      tokens: {
        find: async (hash) => (hash === stored.hash ? stored : undefined),
        async useProof({ id }) {
          const isNew = !used.has(id);
          used.add(id);
          return isNew;
        },
        async touch(_token, at) {
          touched.push(at);
          stored = { ...stored, last_activity: at };
        },
      },
      checkProof,
      counters: {
        async take(rule, subject) {
          expect(subject).toBe(stored.id);
          counted.push(rule);
          return full ? 1000 : undefined;
        },
      },
      readOrigin: async () => SITE,
    },
    visitors: {
      counters: {
        async take({ limit }, subject) {
          const count = (visits.get(subject) ?? 0) + 1;
          visits.set(subject, count);
          return count > limit ? 1000 : undefined;
        },
      },
      readKey: async () => STAGE_KEY,
    },
    security: {
      recorder: { record: async (event) => void recorded.push(event) },
      counters: { take: async () => undefined },
    },
    logger: createLogger('debug', {}, () => {}),
    now: () => now,
  },
);

/** A token that was never issued. */
const UNKNOWN = `sst_${'x'.repeat(43)}`;

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly challenge: unknown;
}

/** Calls an endpoint with a proof, which `change` makes wrong, or with these headers. */
const get = async (
  path: string,
  change: Partial<CallToProve> & { readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer> => {
  const proof = dpopProof({ key, token, method: 'GET', url: `${SITE}${path}`, at: now, ...change });
  const headers = change.headers ?? { authorization: `DPoP ${token}`, dpop: proof };
  const through = { 'x-forwarded-for': '192.0.2.1, 198.51.100.1', ...headers };
  const event: GatewayEvent = { ...gatewayEvent({ routeKey: `GET ${path}`, headers: through }), rawPath: path };
  const { statusCode = 0, headers: sent = {}, body = '{}' } = await handler(event, {} as never);
  const { code } = JSON.parse(body) as { code?: string };
  return { status: statusCode, code, challenge: sent['www-authenticate'] };
};

beforeEach(async () => {
  key = newScriptKey();
  now = NOW;
  const session = { begun: NOW - HOUR, seen: NOW, until: NOW + 48 * HOUR, label: 'Firefox', device: 'a-cookie' };
  sessions = { [SESSION]: session };
  account = { disabled: false };
  restrictions = undefined;
  visits.clear();
  ({ token, stored } = newToken({
    userId: PERSON,
    session: { ...session, id: SESSION },
    signIn: { assurance: 'aal2', authenticatedAt: NOW / 1000 },
    name: 'Backup',
    use: 'api',
    thumbprint: (await thumbprintOf(key.publicJwk)) ?? '',
    facts: { risks: [], locationKnown: false, at: NOW },
    id: 'tok_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  }));
  [recorded, counted, touched, full] = [[], [], [], false];
});

const INVALID_TOKEN = 'DPoP error="invalid_token", algs="ES256"';
const INVALID_PROOF = 'DPoP error="invalid_dpop_proof", algs="ES256"';

it('allows a call with a token and a proof of its key, and records its activity once a minute', async () => {
  for (const path of [own.path, reading.path]) expect((await get(path)).status).toBe(200);
  now += MINUTE;
  expect((await get(own.path)).status).toBe(200);
  expect(touched).toEqual([new Date(NOW).toISOString(), new Date(NOW + MINUTE).toISOString()]);
  expect(counted.map(({ limit }) => limit)).toEqual([TOKEN_CALLS_AN_HOUR, TOKEN_CALLS_AN_HOUR, TOKEN_CALLS_AN_HOUR]);
  // A script has no cookie, and its calls are not those of a browser that moved.
  expect(recorded).toEqual([]);
});

it.each([
  ['without a proof', () => ({ headers: { authorization: `DPoP ${token}` } }), 'missing'],
  ['with a proof of another key', () => ({ key: newScriptKey() }), 'other_key'],
  ['with a proof of another call', () => ({ method: 'POST' }), 'other_call'],
])('denies and records a valid token %s as stolen', async (_what, change, proof) => {
  expect(await get(own.path, change())).toEqual({ status: 401, code: 'smart_token_invalid', challenge: INVALID_PROOF });
  expect(recorded).toMatchObject([
    { event_type: 'token_stolen', user_id: PERSON, session_id: SESSION, resource_id: stored.id, metadata: { proof } },
  ]);
  expect(touched).toEqual([]);
});

it('accepts a proof once', async () => {
  const claims = { jti: `once-${now}` };
  expect((await get(own.path, { claims })).status).toBe(200);
  expect(await get(own.path, { claims })).toMatchObject({ status: 401, challenge: INVALID_PROOF });
  expect(recorded).toMatchObject([{ event_type: 'token_stolen', metadata: { proof: 'used_before' } }]);
});

it('does not take a wrong clock for a theft', async () => {
  expect(await get(own.path, { at: now - 2 * MINUTE })).toMatchObject({ status: 401, challenge: INVALID_PROOF });
  expect(recorded).toMatchObject([{ event_type: 'token_rejected' }]);
});

it.each([
  ['no token', () => ({ headers: {} }), INVALID_TOKEN],
  ['the token of a sign-in', () => ({ headers: { authorization: 'Bearer a.b.c' } }), INVALID_TOKEN],
  ['the smart token as a bearer', () => ({ headers: { authorization: `Bearer ${token}` } }), INVALID_TOKEN],
  [
    'an unknown token with its proof',
    () => {
      const proof = dpopProof({ key, token: UNKNOWN, method: 'GET', url: `${SITE}${own.path}`, at: now });
      return { headers: { authorization: `DPoP ${UNKNOWN}`, dpop: proof } };
    },
    INVALID_TOKEN,
  ],
  ['an unknown token, and no proof', () => ({ headers: { authorization: `DPoP ${UNKNOWN}` } }), INVALID_PROOF],
])('denies a call with %s', async (_what, change, challenge) => {
  expect(await get(own.path, change())).toEqual({ status: 401, code: 'smart_token_invalid', challenge });
  expect(recorded).not.toMatchObject([{ event_type: 'token_stolen' }]);
});

it('limits rejected calls by address, but neither thefts, valid calls nor our own security checks', async () => {
  const unknown = { authorization: `DPoP ${UNKNOWN}` };
  const seconds = now / 1000;
  const check = `${seconds}.${keyedName(STAGE_KEY, 'security checks', String(seconds))}`;
  const many = visitorCalls.limit + 1;
  const last = async (change: Parameters<typeof get>[1]) => {
    let code: string | undefined;
    for (let call = 0; call < many; call += 1) ({ code } = await get(own.path, change));
    return code;
  };
  expect(await last({ headers: { ...unknown, 'x-soundstage-check': check } })).toBe('smart_token_invalid');
  expect(await last({ headers: { authorization: `DPoP ${token}` } })).toBe('smart_token_invalid');
  expect(await last({})).toBeUndefined();
  expect(visits.size).toBe(0);
  expect(await last({ headers: unknown })).toBe('too_many_requests');
  expect((await get(own.path)).status).toBe(200);
});

it('denies a revoked token, also without a proof, and records no theft', async () => {
  stored = { ...stored, revoked_at: new Date(NOW).toISOString() };
  expect(await get(own.path, { headers: { authorization: `DPoP ${token}` } })).toMatchObject({
    code: 'smart_token_invalid',
    challenge: INVALID_TOKEN,
  });
  expect(recorded).toMatchObject([{ event_type: 'token_rejected', user_id: PERSON }]);
});

it('accepts a refreshed token where it can be refreshed again, with a new proof of its key', async () => {
  stored = { ...stored, revoked_at: new Date(NOW).toISOString() };
  expect((await get(again.path)).status).toBe(401);
  stored = { ...stored, refresh_salt: 'salt' };
  const claims = { jti: `refreshed-${now}` };
  expect((await get(again.path, { claims })).status).toBe(200);
  for (const [path, change] of [
    [own.path, {}],
    [again.path, { claims }],
    [again.path, { key: newScriptKey() }],
  ] as const)
    expect(await get(path, change)).toEqual({ status: 401, code: 'smart_token_invalid', challenge: INVALID_TOKEN });
  expect(recorded.map(({ event_type: type }) => type)).not.toContain('token_stolen');
  now = NOW + 24 * HOUR;
  expect((await get(again.path)).status).toBe(401);
});

it('accepts a token for 24 hours, and lets it be refreshed in the last two', async () => {
  const times = [0, 22 * HOUR, 22 * HOUR + 1, 24 * HOUR - 1, 24 * HOUR];
  const seen: unknown[] = [];
  for (const time of times) {
    now = NOW + time;
    seen.push([(await get(own.path)).status, isRefreshable(stored, now)]);
  }
  expect(seen).toEqual([
    [200, false],
    [200, false],
    [200, true],
    [200, true],
    [401, true],
  ]);
});

it('denies a token whose session has ended or expired, unless a newer sign-in continues it', async () => {
  const [session] = Object.values(sessions);
  const continued = { ...session, seen: NOW } as NonNullable<typeof session>;
  const of = async (given: Sessions) => {
    sessions = given;
    return (await get(own.path)).code ?? 'allowed';
  };
  expect(await of({ [SESSION]: { ...continued, ended: true } })).toBe('smart_token_invalid');
  expect(await of({ [SESSION]: { ...continued, until: NOW } })).toBe('smart_token_invalid');
  expect(await of({ another: { ...continued, begun: NOW } })).toBe('smart_token_invalid');
  expect(await of({ [SESSION]: { ...continued, ended: true }, newer: continued })).toBe('allowed');
});

it('denies the token of an account that is disabled or was deleted', async () => {
  account = { disabled: true };
  expect(await get(own.path)).toMatchObject({ status: 403, code: 'account_disabled' });
  account = undefined;
  expect(await get(own.path)).toMatchObject({ status: 401, code: 'smart_token_invalid', challenge: INVALID_TOKEN });
});

it('proves a forced factor if it was created after that, by a sign-in with the factor', async () => {
  restrictions = { force_mfa: { since: NOW, until: NOW + HOUR, response: 'r1' } };
  expect((await get(own.path)).status).toBe(200);
  const created = stored.sign_in;
  for (const sign_in of [
    { ...created, authenticated_at: NOW / 1000 - 1 },
    { ...created, assurance: 'aal1' as const },
  ]) {
    stored = { ...stored, sign_in };
    expect(await get(own.path)).toMatchObject({ status: 401, code: 'insufficient_authentication' });
  }
});

it('denies a token of another use, and records it', async () => {
  stored = { ...stored, use: 'original' };
  expect(await get(reading.path)).toMatchObject({ status: 403, code: 'wrong_token_use' });
  expect(recorded).toMatchObject([{ event_type: 'access_denied', user_id: PERSON }]);
  expect((await get(own.path)).status).toBe(200);
});

it('denies calls over the limit, which is the same for every level', async () => {
  full = true;
  for (const security_level of TOKEN_LEVELS) {
    stored = { ...stored, security_level };
    expect(await get(own.path)).toMatchObject({ status: 429, code: 'too_many_requests' });
  }
  const rule = { limit: TOKEN_CALLS_AN_HOUR, windowMs: HOUR };
  expect(counted).toMatchObject(TOKEN_LEVELS.map(() => rule));
});

it('does not start without access to smart tokens', () => {
  const { logger, rights } = { logger: createLogger('debug', {}, () => {}), rights: { read: async () => undefined } };
  expect(() => httpFunction([route(own, async () => ({ status: 200, body: { id: '' } }))], { logger, rights })).toThrow(
    'has no access to smart tokens',
  );
});
