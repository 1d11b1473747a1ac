import * as z from 'zod/mini';
import { endpoint } from '../../../lambdas/contract/endpoint.ts';
import type { SignIn } from '../../../lambdas/domain/accounts/sign-in.ts';
import { deviceHash } from '../../../lambdas/domain/sessions/device.ts';
import { admit, type Sessions, type Visit } from '../../../lambdas/domain/sessions/session.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { route } from '../../../lambdas/http/route.ts';
import { createLogger } from '../../../lambdas/platform/logger.ts';
import { accessClaims, call, gatewayEvent, PERSON } from '../../support/http.ts';

const base = { responses: { 200: z.object({ seen: z.unknown() }) }, errors: [], summary: '', method: 'GET' } as const;
const mine = endpoint({ ...base, path: '/api/mine', auth: 'user' });
const maybe = endpoint({ ...base, path: '/api/maybe', auth: 'optional' });
const making = endpoint({ ...base, path: '/api/making-room', auth: 'user', beyondSessionLimit: true });
const administered = endpoint({ ...base, path: '/api/administered', auth: 'admin' });

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const DAY = 86_400_000;
const id = (letter: string): string => `${letter.repeat(8)}-0000-4000-8000-000000000000`;

let stored: Sessions | undefined;
/** What an eventually consistent read returns. */
let read: Sessions | undefined;
let disabled = false;
let visits: Visit[] = [];
let now = NOW;
const seen = async () => ({ status: 200, body: { seen: true } }) as never;
const handler = httpFunction(
  [mine, maybe, making, administered].map((one) => route(one, seen)),
  {
    rights: {
      read: async (userId) => ({ user_id: userId, role: 'user', plan: 'free', disabled, sessions: read }),
    },
    sessions: {
      async admit(userId: string, signIn: SignIn, visit: Visit, at: number) {
        expect(userId).toBe(PERSON);
        visits.push(visit);
        const { outcome, sessions } = admit(stored, signIn, { visit, limit: 2, now: at });
        stored = sessions ?? stored;
        return outcome;
      },
    },
    verifier: { verify: async () => ({ ...accessClaims(), ...tokenOf('a') }) },
    logger: createLogger('debug', {}, () => {}),
    now: () => now,
  },
);

/** Claims of a token whose sign-in was `ago` milliseconds ago; the gateway hands numbers on as text. */
const tokenOf = (letter: string, ago = 0) => ({
  origin_jti: id(letter),
  auth_time: String(Math.floor((NOW - ago) / 1000)),
});
const get = async (path: string, letter: string, ago = 0) => {
  const { status, problem } = await call(handler, {
    routeKey: `GET ${path}`,
    claims: { ...accessClaims(), ...tokenOf(letter, ago) },
  });
  return status === 200 ? 200 : problem.code;
};
const session = (change: object = {}) => ({ begun: NOW, seen: NOW, until: NOW + DAY, label: 'x', ...change });

const activeOf = (sessions: Sessions) => Object.fromEntries(Object.entries(sessions).filter(([, { ended }]) => !ended));

beforeEach(() => {
  stored = {};
  read = {};
  disabled = false;
  visits = [];
  now = NOW;
});

it('begins the session of a fresh sign-in with its first call, and writes nothing for later ones', async () => {
  expect(await get('/api/mine', 'a')).toBe(200);
  expect(Object.keys(stored ?? {})).toEqual([id('a')]);
  read = stored;
  expect([await get('/api/mine', 'a'), await get('/api/mine', 'a')]).toEqual([200, 200]);
  expect(visits).toHaveLength(1);
});

it('stores what the browser is, and the hash of the cookie of its device', async () => {
  const secret = 'a'.repeat(22);
  const event = gatewayEvent({ routeKey: 'GET /api/mine', claims: { ...accessClaims(), ...tokenOf('a') } });
  await handler(
    {
      ...event,
      cookies: [`__Host-device=${secret}`],
      headers: { ...event.headers, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/150.0' },
    },
    {} as never,
  );
  expect(visits).toEqual([{ label: 'Firefox on Linux', device: deviceHash(secret) }]);
});

it('replaces the session that the device has, unless the call is one that continues it or makes room', async () => {
  const secret = 'a'.repeat(22);
  const callOf = (path: string) => {
    const event = gatewayEvent({ routeKey: `GET ${path}`, claims: { ...accessClaims(), ...tokenOf('b') } });
    return handler({ ...event, cookies: [`__Host-device=${secret}`] }, {} as never);
  };
  stored = read = { [id('a')]: session({ device: deviceHash(secret) }), [id('c')]: session() };
  await callOf('/api/making-room');
  expect(Object.keys(activeOf(stored))).toEqual([id('a'), id('c')]);
  await callOf('/api/mine');
  expect(Object.keys(activeOf(stored))).toEqual([id('c'), id('b')]);
});

it('denies ended and expired sessions, and says which', async () => {
  stored = read = { [id('a')]: session({ ended: true }), [id('b')]: session({ until: NOW }) };
  expect([await get('/api/mine', 'a'), await get('/api/mine', 'b'), await get('/api/mine', 'c', DAY)]).toEqual([
    'session_ended',
    'session_expired',
    'session_ended',
  ]);
  expect([await get('/api/making-room', 'a'), await get('/api/making-room', 'b')]).toEqual([
    'session_ended',
    'session_expired',
  ]);
});

it('denies it also where signing in is optional', async () => {
  stored = read = { [id('a')]: session({ ended: true }) };
  const { status, problem } = await call(handler, {
    routeKey: 'GET /api/maybe',
    headers: { authorization: 'Bearer good' },
  });
  expect([status, problem.code]).toEqual([401, 'session_ended']);
  expect((await call(handler, { routeKey: 'GET /api/maybe' })).status).toBe(200);
});

it('lets a sign-in beyond the limit only make room', async () => {
  stored = read = { [id('a')]: session(), [id('b')]: session() };
  expect([await get('/api/mine', 'c'), await get('/api/making-room', 'c')]).toEqual(['session_limit', 200]);
  expect([await get('/api/mine', 'a'), await get('/api/mine', 'b')]).toEqual([200, 200]);
  stored = read = { [id('a')]: session(), [id('b')]: session({ ended: true }) };
  expect(await get('/api/mine', 'c')).toBe(200);
});

it('does not deny a session that a moment-old read does not show yet', async () => {
  stored = { [id('a')]: session() };
  expect(await get('/api/mine', 'a', DAY)).toBe(200);
});

it('admits older tokens of an account whose sessions were never registered', async () => {
  stored = read = undefined;
  expect(await get('/api/mine', 'a', DAY)).toBe(200);
  expect(Object.keys(stored ?? {})).toEqual([id('a')]);
});

it('does not reveal to an ended session what it may do', async () => {
  stored = read = { [id('a')]: session({ ended: true }) };
  expect(await get('/api/administered', 'a')).toBe('session_ended');
  disabled = true;
  expect(await get('/api/mine', 'a')).toBe('account_disabled');
});

it('denies a session from the moment on at which it expires', async () => {
  stored = read = { [id('a')]: session() };
  now = NOW + DAY - 1;
  expect(await get('/api/mine', 'a')).toBe(200);
  now = NOW + DAY;
  expect(await get('/api/mine', 'a')).toBe('session_expired');
});
