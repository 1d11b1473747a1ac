import * as z from 'zod/mini';
import { endpoint } from '../../../lambdas/contract/endpoint.ts';
import { errorTable, type ErrorCode } from '../../../lambdas/contract/errors.ts';
import { ContentId } from '../../../lambdas/contract/shared.ts';
import type { CallerRights } from '../../../lambdas/domain/accounts/actor.ts';
import { AppError } from '../../../lambdas/domain/app-error.ts';
import { movedTokens } from '../../../lambdas/domain/limits/rate-limit.ts';
import { visitorName } from '../../../lambdas/domain/limits/visitor-limit.ts';
import type { EventTraces, NewSecurityEvent } from '../../../lambdas/domain/security/event.ts';
import { CHECK_HEADER, newCheckProof } from '../../../lambdas/domain/security/phases/check-proof.ts';
import { rejections } from '../../../lambdas/domain/security/rejections.ts';
import { deviceHash } from '../../../lambdas/domain/sessions/device.ts';
import { RECORDING_MS } from '../../../lambdas/http/access/record-rejections.ts';
import { httpFunction, type HttpDeps } from '../../../lambdas/http/http-function.ts';
import { route, signedRoute } from '../../../lambdas/http/route.ts';
import { createLogger } from '../../../lambdas/platform/logger.ts';
import { accessClaims, call, gatewayEvent, PERSON, type TestCall } from '../../support/http.ts';

const base = { summary: '', responses: { 204: null }, errors: [] } as const;
const open = endpoint({ ...base, method: 'GET', path: '/api/open', auth: 'public' });
const mine = endpoint({ ...base, method: 'GET', path: '/api/mine', auth: 'user' });
const maybe = endpoint({ ...base, method: 'GET', path: '/api/maybe', auth: 'optional' });
const administered = endpoint({ ...base, method: 'GET', path: '/api/administered', auth: 'admin' });
const hook = endpoint({ ...base, method: 'POST', path: '/api/hook', auth: 'signature' });
const strict = endpoint({
  ...base,
  method: 'POST',
  path: '/api/strict/{id}',
  auth: 'user',
  params: z.strictObject({ id: ContentId }),
  body: z.strictObject({ title: z.string() }),
});

const NOW = Date.parse('2026-11-28T12:00:00.000Z');
const HOUR = 3_600_000;
const KEY = Buffer.alloc(32, 1).toString('base64');
const ADDRESS = '198.51.100.7';
const SESSION = 'aaaaaaaa-0000-4000-8000-000000000000';
const SECRET = 'a'.repeat(22);
const LAPTOP = { begun: NOW, seen: NOW, until: NOW + 24 * HOUR, label: 'x', device: deviceHash(SECRET) };

let now: number;
let failure: ErrorCode | undefined;
let rights: Partial<CallerRights>;
let recorded: (NewSecurityEvent & { readonly address?: string | undefined })[];
let recording: () => Promise<void>;
let taken: string[];
let lines: string[];

const deps: HttpDeps = {
  rights: { read: async (userId) => ({ user_id: userId, role: 'user', plan: 'free', disabled: false, ...rights }) },
  verifier: {
    async verify() {
      throw new AppError('token_invalid');
    },
  },
  visitors: { counters: { take: async () => undefined }, readKey: async () => KEY },
  security: {
    recorder: {
      async record(event: NewSecurityEvent, { ip_address: address }: EventTraces) {
        await recording();
        recorded.push({ ...event, ...(address ? { address: address.value } : {}) });
      },
    },
    counters: {
      async take(rule, subject) {
        const isTaken = taken.includes(subject);
        if (!isTaken) taken.push(subject);
        return isTaken ? rule.windowMs : undefined;
      },
    },
  },
  logger: createLogger('debug', {}, (line) => lines.push(line)),
  now: () => now,
};
const answer = async () => {
  if (failure) throw new AppError(failure);
  return { status: 204 } as never;
};
const functionWith = (changed: Partial<HttpDeps> = {}) =>
  httpFunction(
    [
      ...[open, mine, maybe, administered, strict].map((one) => route(one, answer)),
      signedRoute(hook, () => false, answer),
    ],
    { ...deps, ...changed },
  );

const claims = { ...accessClaims(), origin_jti: SESSION };
const headers = { 'x-forwarded-for': `${ADDRESS}, 203.0.113.9` };
const get = (request: Partial<TestCall>, changed?: Partial<HttpDeps>) =>
  call(functionWith(changed), { routeKey: 'GET /api/mine', claims, headers, ...request });

beforeEach(() => {
  now = NOW;
  failure = undefined;
  rights = {};
  recorded = [];
  recording = async () => undefined;
  taken = [];
  lines = [];
});

describe('a rejected call', () => {
  it.each<[string, Partial<TestCall>, string, string]>([
    ['a role that is too low', { routeKey: 'GET /api/administered' }, 'access_denied', 'forbidden'],
    [
      'an invalid body',
      { routeKey: 'POST /api/strict/{id}', params: { id: 'x' }, body: { secret: 'private' } },
      'request_rejected',
      'validation_failed',
    ],
    ['an ID token', { claims: { ...claims, token_use: 'id' } }, 'token_rejected', 'token_invalid'],
    [
      'a bad token',
      { routeKey: 'GET /api/maybe', claims: undefined, headers: { ...headers, authorization: 'Bearer bad' } } as never,
      'token_rejected',
      'token_invalid',
    ],
    ['a wrong signature', { routeKey: 'POST /api/hook', body: {} }, 'signature_rejected', 'signature_invalid'],
  ])('is recorded with its endpoint, and nothing that it contained: %s', async (_what, request, kind, code) => {
    const { problem } = await get(request);
    expect(problem.code).toBe(code);
    expect(recorded).toMatchObject([
      {
        event_type: kind,
        resource_id: request.routeKey ?? 'GET /api/mine',
        success: false,
        created_at: new Date(NOW).toISOString(),
        metadata: { code, request_id: 'request-1' },
      },
    ]);
    expect(JSON.stringify(recorded)).not.toMatch(/private|bad|198\.51/);
  });

  it('is about the user and the session if they are known, and about a visitor otherwise', async () => {
    await get({ routeKey: 'GET /api/administered' });
    await get({ routeKey: 'POST /api/hook', body: {} });
    rights = { disabled: true };
    await get({});
    expect(recorded.map(({ subject, user_id: user, session_id: session }) => [subject, user, session])).toEqual([
      [`user:${PERSON}`, PERSON, SESSION],
      [`visitor:${visitorName(KEY, ADDRESS, NOW)}`, undefined, undefined],
      [`user:${PERSON}`, PERSON, SESSION],
    ]);
  });

  it('of our own security checks is not recorded, unless a user is known', async () => {
    const proven = { ...headers, [CHECK_HEADER]: newCheckProof(KEY, NOW) };
    await get({ routeKey: 'POST /api/hook', body: {}, headers: proven });
    expect(recorded).toEqual([]);
    await get({ routeKey: 'GET /api/administered', headers: proven });
    await get({ routeKey: 'POST /api/hook', body: {}, headers: { ...proven, [CHECK_HEADER]: 'forged' } });
    expect(recorded.map(({ event_type: kind }) => kind)).toEqual(['access_denied', 'signature_rejected']);
  });

  it('past the distribution is about the address of its connection, because it can claim any other', async () => {
    const event = gatewayEvent({ routeKey: 'GET /api/mine', headers });
    const direct = {
      ...event,
      requestContext: { ...event.requestContext, http: { sourceIp: '192.0.2.9' } as never },
    };
    await functionWith({ origins: ['0'.repeat(64)] })(direct, {} as never);
    expect(recorded).toMatchObject([
      { event_type: 'access_denied', subject: `visitor:${visitorName(KEY, '192.0.2.9', NOW)}` },
    ]);
  });

  it('of a visitor is not recorded by a function that cannot name visitors', async () => {
    const { visitors: _visitors, ...without } = deps;
    const handler = httpFunction([signedRoute(hook, () => false, answer)], without);
    expect((await call(handler, { routeKey: 'POST /api/hook', body: {}, headers })).status).toBe(401);
    expect(recorded).toEqual([]);
  });

  it('has the shortened address only with consent', async () => {
    await get({ routeKey: 'GET /api/administered' });
    rights = { consent: ['analytics'] };
    await get({ routeKey: 'GET /api/administered' });
    expect(recorded.map(({ address }) => address)).toEqual([undefined, '198.51.100.0']);
  });

  it('is recorded for every code with a kind of event, and for no other', async () => {
    for (const code of Object.keys(errorTable) as ErrorCode[]) {
      failure = code;
      recorded = [];
      expect((await get({})).problem.code).toBe(code);
      const kind = rejections[code];
      expect([code, recorded.map(({ event_type: type }) => type)]).toEqual([
        code,
        typeof kind === 'string' ? [kind] : [],
      ]);
    }
    const silent = (Object.keys(errorTable) as ErrorCode[]).filter(
      (code) => [401, 403, 429].includes(errorTable[code].status) && typeof rejections[code] !== 'string',
    );
    expect(silent).toEqual([
      'unauthenticated',
      'session_ended',
      'session_expired',
      'insufficient_authentication',
      'account_locked',
      'factor_required',
      'consent_required',
      'plan_required',
    ]);
  });

  it('keeps its response when it cannot be recorded, or not soon', async () => {
    recording = async () => {
      throw new Error('the table is away');
    };
    expect((await get({ routeKey: 'GET /api/administered' })).problem.code).toBe('forbidden');
    jest.useFakeTimers();
    try {
      recording = () => new Promise(() => {});
      const late = get({ routeKey: 'GET /api/administered' });
      await jest.advanceTimersByTimeAsync(RECORDING_MS);
      expect((await late).problem.code).toBe('forbidden');
    } finally {
      jest.useRealTimers();
    }
    expect(lines.filter((line) => line.includes('Could not record'))).toHaveLength(2);
    expect(lines.join()).not.toContain(PERSON);
  });

  it('is the only kind of call that is recorded', async () => {
    expect((await get({})).status).toBe(204);
    expect(recorded).toEqual([]);
  });
});

describe('a token without the cookie of its browser', () => {
  const withCookie = async (secret?: string) => {
    const event = gatewayEvent({ routeKey: 'GET /api/mine', claims, headers });
    const cookies = secret === undefined ? {} : { cookies: [`__Host-device=${secret}`] };
    return (await functionWith()({ ...event, ...cookies }, {} as never)).statusCode;
  };

  beforeEach(() => {
    rights = { sessions: { [SESSION]: LAPTOP } };
  });

  it.each([
    ['no cookie', undefined],
    ['the cookie of another browser', 'b'.repeat(22)],
  ])('is allowed and recorded: %s', async (_what, secret) => {
    expect(await withCookie(secret)).toBe(204);
    expect(recorded).toMatchObject([
      { event_type: 'token_moved', severity: 'high', subject: `user:${PERSON}`, session_id: SESSION },
    ]);
  });

  it('is recorded once an hour for each session, by all instances together', async () => {
    const one = functionWith();
    const other = functionWith();
    const event = gatewayEvent({ routeKey: 'GET /api/mine', claims, headers });
    for (const handler of [one, one, other, other]) await handler(event, {} as never);
    expect([recorded.length, taken]).toEqual([1, [SESSION]]);
    // The counter's window ends.
    now += movedTokens.windowMs;
    taken = [];
    for (const handler of [one, other]) await handler(event, {} as never);
    expect(recorded).toHaveLength(2);
  });

  it('is not recorded with the cookie, and not while no browser was recognized', async () => {
    expect(await withCookie(SECRET)).toBe(204);
    const { device: _device, ...unrecognized } = LAPTOP;
    rights = { sessions: { [SESSION]: unrecognized } };
    expect(await withCookie()).toBe(204);
    rights = {};
    expect(await withCookie()).toBe(204);
    expect([recorded, taken]).toEqual([[], []]);
  });

  it('is allowed when it cannot be recorded', async () => {
    recording = async () => {
      throw new Error('the table is away');
    };
    expect(await withCookie()).toBe(204);
    expect(lines.some((line) => line.includes('Could not record that a token moved'))).toBe(true);
  });
});
