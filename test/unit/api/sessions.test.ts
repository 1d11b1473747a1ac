import type { SessionsDeps } from '../../../lambdas/api/sessions/deps.ts';
import { sessionsRoutes } from '../../../lambdas/api/sessions/routes.ts';
import type { Purpose } from '../../../lambdas/contract/people/consent.ts';
import type { SessionRegistry } from '../../../lambdas/data/sessions/session-registry.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import type { SecurityEvent } from '../../../lambdas/domain/security/event.ts';
import type { KnownDevice } from '../../../lambdas/domain/sessions/device.ts';
import { end, extend, onDevice, type Decision, type Sessions } from '../../../lambdas/domain/sessions/session.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { accessClaims, call, PERSON } from '../../support/http.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const DAY = 86_400_000;
const id = (letter: string): string => `${letter.repeat(8)}-0000-4000-8000-000000000000`;
const session = (change: object = {}) => ({ begun: NOW, seen: NOW, until: NOW + DAY, label: 'Firefox', ...change });

/**
 * The function with sessions, devices and events in memory. What it reads is current, and calls are admitted unchecked.
 */
const setUp = (stored?: Sessions, consent: readonly Purpose[] = []) => {
  let sessions = stored;
  const events: SecurityEvent[] = [];
  const devices = new Map<string, KnownDevice>();
  const change = async <T>({ outcome, sessions: after }: Decision<T>): Promise<T> => {
    sessions = after ?? sessions;
    return outcome;
  };
  const registry: Partial<SessionRegistry> = {
    read: async () => sessions,
    extend: (_userId, one, now) => change(extend(sessions, one, now)),
    end: (_userId, one, now) => change(end(sessions, one, now)),
    onDevice: (_userId, one, device) => change(onDevice(sessions, one, device)),
  };
  const deps: SessionsDeps = {
    sessions: registry as SessionRegistry,
    rights: { read: async () => undefined },
    devices: {
      list: async () => [...devices.values()],
      put: async (_userId, device) => void devices.set(device.hash, device),
      remove: async (_userId, hash) => void devices.delete(hash),
    },
    recorder: {
      async record(event, { ip_address: address, page }) {
        const traces = { ip_address: address?.value, resource_id: page?.value };
        if (!events.some((one) => one.id === event.id)) events.push({ ...event, ...traces });
      },
    },
    activity: { list: async () => ({ items: events, next_cursor: null }) },
    verifier: { verify: async () => ({}) },
    limit: 3,
    logger: silentLogger,
    now: () => NOW,
    newSecret: () => 's'.repeat(22),
  };
  const handler = httpFunction(sessionsRoutes(deps), {
    rights: { read: async () => ({ user_id: PERSON, role: 'user', plan: 'free', disabled: false, sessions, consent }) },
    logger: silentLogger,
  });
  const ask = async (routeKey: string, more: { readonly body?: unknown; readonly of?: string | null } = {}) => {
    const { body, of = 'a' } = more;
    const claims = { ...accessClaims(), auth_time: String(NOW / 1000 - 3600) };
    const {
      status,
      body: answer,
      problem,
    } = await call(handler, {
      routeKey,
      claims: of === null ? claims : { ...claims, origin_jti: id(of) },
      headers: { 'user-agent': 'Firefox/150.0 (Windows)', 'x-forwarded-for': '203.0.113.77, 130.176.0.1' },
      ...(body === undefined ? {} : { body }),
    });
    return status < 400 ? (answer as Record<string, unknown>) : problem.code;
  };
  return { ask, registry: deps.sessions, events, devices };
};

describe('activity in a session', () => {
  const activity = 'POST /api/current-session/activity';
  const extending = { body: { by: 'extended' } };

  it('extends it, and records that its user extended it', async () => {
    const { ask, registry, events } = setUp({ [id('a')]: session({ until: NOW + 60_000 }) });
    expect(await ask(activity, extending)).toEqual({ expires_in: DAY / 1000 });
    expect(events).toMatchObject([{ event_type: 'session_extended', session_id: id('a'), risk_score: 0 }]);
    expect(await registry.end(PERSON, id('a'), NOW)).toBe(true);
    expect(await ask('GET /api/current-session')).toBe('session_ended');
  });

  it.each<[string, Sessions, string]>([
    ['ended', { [id('a')]: session({ ended: true }) }, 'session_ended'],
    ['expired', { [id('a')]: session({ until: NOW }) }, 'session_expired'],
    ['was forgotten', { [id('b')]: session() }, 'session_ended'],
  ])('is denied and not recorded when it %s meanwhile', async (_what, sessions, code) => {
    const { ask, events } = setUp(sessions);
    expect([await ask(activity, extending), await ask('GET /api/current-session')]).toEqual([code, code]);
    expect(events).toEqual([]);
  });

  it.each<[string, Sessions | undefined, string | null]>([
    ['a user without registered sessions', undefined, 'a'],
    ['a token without a session', { [id('b')]: session() }, null],
  ])('has the full time for %s', async (_what, sessions, of) => {
    const { ask } = setUp(sessions);
    expect(await ask(activity, { ...extending, of })).toEqual({ expires_in: DAY / 1000 });
  });
});

it('lists this session first, then the most recently used ones', async () => {
  const { ask } = setUp({
    [id('a')]: session({ seen: NOW - 3000 }),
    [id('b')]: session({ seen: NOW - 2000 }),
    [id('c')]: session({ seen: NOW - 1000 }),
  });
  const items = (await ask('GET /api/sessions')) as { items: { id: string }[] };
  expect(items.items.map((one) => one.id)).toEqual([id('a'), id('c'), id('b')]);
});

it('remembers a further device instead of the one that was not seen for longest', async () => {
  const { ask, devices } = setUp({ [id('a')]: session() });
  const seenAt = (n: number) => new Date(NOW - ((n * 7) % 50) * DAY - 1).toISOString();
  for (let n = 0; n < 50; n += 1)
    devices.set(`device ${n}`, { hash: `device ${n}`, label: 'Firefox', first_at: seenAt(n), seen_at: seenAt(n) });
  const oldest = [...devices.values()].reduce((one, other) => (one.seen_at < other.seen_at ? one : other));
  const recognize = 'PUT /api/current-session/device';
  expect([await ask(recognize), devices.size, devices.has(oldest.hash)]).toEqual([{ changed: true }, 50, false]);
  expect([await ask(recognize), devices.size]).toEqual([{ changed: false }, 50]);
});

describe('a sign-in beyond the limit', () => {
  const full = { [id('b')]: session(), [id('c')]: session(), [id('d')]: session() };

  it('is a security event once, however often it lists the sessions', async () => {
    const { ask, events } = setUp(full);
    for (let calls = 0; calls < 3; calls += 1) await ask('GET /api/sessions');
    expect(events).toMatchObject([
      {
        event_type: 'concurrent_limit',
        session_id: id('a'),
        user_id: PERSON,
        created_at: new Date(NOW - 3_600_000).toISOString(),
        risk_score: 60,
        success: false,
      },
    ]);
    expect(events[0]?.id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  });

  it.each<[string, Sessions, string | null]>([
    ['a session of its own', full, 'b'],
    ['no session in its token', full, null],
    ['room', { [id('b')]: session() }, 'a'],
  ])('is none with %s', async (_what, sessions, of) => {
    const { ask, events } = setUp(sessions);
    await ask('GET /api/sessions', { of });
    expect(events).toEqual([]);
  });
});

describe('the last five minutes of a session', () => {
  const warned = (until: number) => setUp({ [id('a')]: session({ until }) });

  it('are a security event at their begin, once, however often a client asks', async () => {
    const { ask, events } = warned(NOW + 299_000);
    for (let tabs = 0; tabs < 3; tabs += 1) expect(await ask('GET /api/current-session')).toEqual({ expires_in: 299 });
    expect(events).toMatchObject([
      {
        event_type: 'session_timeout_warning',
        risk_score: 20,
        session_id: id('a'),
        created_at: new Date(NOW - 1000).toISOString(),
      },
    ]);
  });

  it('have not begun before', async () => {
    const { ask, events } = warned(NOW + 301_000);
    await ask('GET /api/current-session');
    expect(events).toEqual([]);
  });
});

describe('sign-in activity', () => {
  it('shows what was recorded, with the place of an active session and by consent only', async () => {
    const place = { latitude: 48.2, longitude: 16.4 };
    const stored = { [id('a')]: session({ place }) };
    const { ask, events } = setUp(stored, ['analytics', 'functional']);
    await ask('POST /api/current-session/activity', { body: { by: 'extended' } });
    const shown = {
      id: events[0]?.id,
      created_at: new Date(NOW).toISOString(),
      event_type: 'session_extended',
      success: true,
      device: 'Firefox on Windows',
      place,
      ip_address: '203.0.113.0',
      current: true,
    };
    expect(await ask('GET /api/sign-in-activity')).toEqual({ items: [shown], next_cursor: null });
    expect(await ask('GET /api/sign-in-activity', { of: 'b' })).toMatchObject({ items: [{ place, current: false }] });
    const without = setUp(stored);
    await without.ask('POST /api/current-session/activity', { body: { by: 'extended' } });
    expect(await without.ask('GET /api/sign-in-activity')).toMatchObject({
      items: [{ place: null, ip_address: null }],
    });
  });
});
