import { randomUUID } from 'node:crypto';
import { decodeTime, ulid } from 'ulid';
import { sessionsEntity } from '../../../lambdas/data/sessions/sessions-entity.ts';
import { signInAttemptsEntity } from '../../../lambdas/data/sessions/sign-in-attempt-repository.ts';
import { ATTEMPT_MS, dueOf } from '../../../lambdas/domain/sessions/sign-in-attempt.ts';
import type { StoredSession } from '../../../lambdas/domain/sessions/session.ts';
import { errorCodeOf } from '../../support/api.ts';
import { startBusyMeter } from '../../support/busyness.ts';
import { openLive } from '../../support/browser/live-client.ts';
import { lastingToken } from '../../support/attacks/forged-tokens.ts';
import { rounds } from '../../support/rounds.ts';
import { someDecision } from '../../support/rows/privacy-rows.ts';
import { waitFor } from '../../support/stack/local-stack.ts';
import { codeIn } from '../../support/stack/session.ts';
import { claimsOf } from '../../support/stack/sign-in.ts';
import { LIMIT, openSessionSite, type SessionSite } from './support/session-site.ts';

const CLOSED_WITHIN_MS = 2000;
const HOUR = 3_600_000;

let site: SessionSite;
let stack: SessionSite['stack'];
let session: SessionSite['session'];
let operator: SessionSite['operator'];
let api: SessionSite['api'];

beforeAll(async () => {
  site = await openSessionSite();
  ({ stack, session, operator, api } = site);
});
afterAll(() => site?.close());

/** A user with rights and a password, without a session. */
const someone = async () => {
  const email = `person-${randomUUID()}@example.org`;
  const password = `Pass-${randomUUID()}`;
  await session.signUp(email, password);
  await session.confirm(email, codeIn(await stack.mailTo(email)));
  const signIn = () => session.signIn(email, password);
  return { email, signIn };
};
const idOf = (token: string): string => String(claimsOf(token)['origin_jti']);
const userOf = (token: string): string => String(claimsOf(token)['sub']);
const meOf = (token: string): Promise<string> => site.meOf(token);
const end = (token: string, sessionId: string) => api.request('sessions.end-session', { params: { sessionId } }, token);
const list = async (token: string) => (await api.call('sessions.list-sessions', {}, token)).items;
const storedOf = async (token: string): Promise<Record<string, StoredSession>> => {
  const stored = (await operator.items()).find(({ pk }) => pk === sessionsEntity.key({ user_id: userOf(token) }).pk);
  return (stored?.['sessions'] ?? {}) as Record<string, StoredSession>;
};
/** Moves the times of a session into the past, as if this much time had passed. */
const age = async (token: string, ms: number): Promise<void> => {
  const sessions = await storedOf(token);
  const aged = Object.fromEntries(
    Object.entries(sessions).map(([id, { begun, seen, until, ...rest }]) => [
      id,
      { begun: begun - ms, seen: seen - ms, until: until - ms, ...rest },
    ]),
  );
  await operator.setRights(userOf(token), { sessions: aged });
};

it('leaves 3 sessions after 20 sign-ins at once, in every round', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { signIn } = await someone();
    const tokens = await Promise.all(Array.from({ length: 20 }, signIn));
    const outcomes = await Promise.all(tokens.map(meOf));
    expect(
      Object.fromEntries(Object.entries(Object.groupBy(outcomes, (one) => one)).map(([k, v]) => [k, v?.length])),
    ).toEqual({ allowed: LIMIT, session_limit: 20 - LIMIT });
    expect(Object.keys(await storedOf(tokens[0] ?? ''))).toHaveLength(LIMIT);
  }
});

it('lets a fourth sign-in see and end sessions, and nothing else until one has ended', async () => {
  const { signIn } = await someone();
  const [first = '', second = '', third = ''] = await Promise.all([signIn(), signIn(), signIn()]);
  for (const token of [first, second, third]) expect(await meOf(token)).toBe('allowed');
  const fourth = await signIn();
  expect(await meOf(fourth)).toBe('session_limit');
  expect(errorCodeOf(await api.request('live.create-ticket', {}, fourth))).toBe('session_limit');
  expect(errorCodeOf(await api.request('sessions.record-activity', { body: { by: 'activity' } }, fourth))).toBe(
    'session_limit',
  );
  expect((await list(fourth)).map(({ id, current }) => [id, current]).sort()).toEqual(
    [first, second, third].map((token) => [idOf(token), false]).sort(),
  );
  expect((await end(fourth, idOf(second))).status).toBe(204);
  expect([await meOf(fourth), await meOf(first), await meOf(second), await meOf(third)]).toEqual([
    'allowed',
    'allowed',
    'session_ended',
    'allowed',
  ]);
});

it('denies the next call of an ended session, in every one of many rounds', async () => {
  const count = rounds('ended sessions', { quick: 40, full: 500 });
  const { signIn } = await someone();
  // All rounds may take longer than a token is valid.
  const keeper = await lastingToken(stack.dataFolder, await signIn());
  let allowedAfter = 0;
  for (let round = 0; round < count; round += 1) {
    const token = await signIn();
    expect(await meOf(token)).toBe('allowed');
    let over = false;
    let endedAt = Infinity;
    /** Calls without pause, so that some are underway when the session ends. */
    const calls = (async () => {
      while (!over) {
        const begun = performance.now();
        if ((await meOf(token)) === 'allowed' && begun > endedAt) allowedAfter += 1;
      }
    })();
    expect((await end(keeper, idOf(token))).status).toBe(204);
    endedAt = performance.now();
    for (let late = 0; late < 3; late += 1) if ((await meOf(token)) !== 'session_ended') allowedAfter += 1;
    over = true;
    await calls;
    // Ended ones are remembered for minutes. A script that does this without pause would have to wait.
    await age(keeper, 11 * 60_000);
    // That makes a day in 130 rounds, after which the keeper's own session would expire.
    if (round % 50 === 0) await api.call('sessions.record-activity', { body: { by: 'activity' } }, keeper);
  }
  expect(allowedAfter).toBe(0);
});

it('closes the live channel of an ended session within 2 seconds, says why, and keeps that of others', async () => {
  const { signIn } = await someone();
  const [mine, lost] = [await signIn(), await signIn()];
  const ticketOf = async (token: string) => (await api.call('live.create-ticket', {}, token)).ticket;
  const [kept, closing] = [
    await openLive(stack.url, await ticketOf(mine)),
    await openLive(stack.url, await ticketOf(lost)),
  ];
  const unused = await ticketOf(lost);
  const [meter, endedAt] = [startBusyMeter(), Date.now()];
  await end(mine, idOf(lost));
  const { at } = await closing.waitUntilClosed();
  expect((at - endedAt) / meter.stop()).toBeLessThan(CLOSED_WITHIN_MS);
  expect(closing.received.map(({ message }) => message)).toContainEqual({ type: 'session-ended', reason: 'ended' });
  await expect(openLive(stack.url, unused)).rejects.toMatchObject({ status: 401 });
  expect(await kept.request({ action: 'ping' })).toEqual({ type: 'pong' });
  kept.terminate();
});

it('closes the channels of an expired session within 2 seconds of its first denied call, and records it', async () => {
  const { signIn } = await someone();
  const idle = await signIn();
  const ticket = async () => (await api.call('live.create-ticket', {}, idle)).ticket;
  const channels = [await openLive(stack.url, await ticket()), await openLive(stack.url, await ticket())];
  const unused = await ticket();
  await age(idle, 24 * HOUR);
  await expect(openLive(stack.url, unused)).rejects.toMatchObject({ status: 401 });
  const [meter, noticedAt] = [startBusyMeter(), Date.now()];
  expect(await meOf(idle)).toBe('session_expired');
  const closed = await Promise.all(channels.map((channel) => channel.waitUntilClosed()));
  expect(Math.max(...closed.map(({ at }) => at - noticedAt)) / meter.stop()).toBeLessThan(CLOSED_WITHIN_MS);
  for (const { received } of channels)
    expect(received.map(({ message }) => message)).toContainEqual({ type: 'session-ended', reason: 'expired' });
  expect(await meOf(idle)).toBe('session_expired');
  const again = await signIn();
  const kinds = await waitFor('the recorded events', async () => {
    const { items } = await api.call('sessions.list-activity', {}, again);
    return items.length === 3 ? items.map(({ event_type: kind }) => kind) : undefined;
  });
  expect([kinds[0], [...kinds].sort()]).toEqual(['sign_in', ['session_expired', 'sign_in', 'sign_in']]);
});

it('lists the sign-ins of a user in pages, without the loads of the site, and those of no one else', async () => {
  const [ann, ben] = [await someone(), await someone()];
  const [hers, his] = [await ann.signIn(), await ben.signIn()];
  await Promise.all([meOf(hers), meOf(his)]);
  await api.call('privacy.record-privacy-consent', { body: someDecision }, hers);
  await api.call('sessions.record-page-view', { body: { page: 'streaming' } }, hers);
  await api.call('sessions.record-activity', { body: { by: 'extended' } }, hers);
  const page = (cursor?: string) =>
    api.call('sessions.list-activity', { query: { limit: 1, ...(cursor === undefined ? {} : { cursor }) } }, hers);
  const [first, second] = await waitFor('both events', async () => {
    const [one, other] = [await page(), await page((await page()).next_cursor ?? '').catch(() => undefined)];
    return other?.items.length === 1 ? [one, other] : undefined;
  });
  expect([first, second].flatMap(({ items }) => items)).toMatchObject([
    { event_type: 'session_extended', current: true, success: true },
    { event_type: 'sign_in', current: true, success: true },
  ]);
  expect(JSON.stringify((await api.call('sessions.list-activity', {}, his)).items)).not.toContain('extended');
  const views = (await operator.items()).filter(
    ({ event_type: kind, user_id: user }) => kind === 'page_view' && user === userOf(hers),
  );
  expect(views).toMatchObject([{ resource_id: 'streaming', session_id: idOf(hers), severity: 'info' }]);
});

it('sends the channels of a disabled user the reason why they close', async () => {
  const { signIn } = await someone();
  const token = await signIn();
  const channel = await openLive(stack.url, (await api.call('live.create-ticket', {}, token)).ticket);
  await operator.setRights(userOf(token), { disabled: true });
  await channel.waitUntilClosed();
  expect(channel.received.map(({ message }) => message)).toContainEqual({ type: 'session-ended', reason: 'disabled' });
  expect(await meOf(token)).toBe('account_disabled');
});

it('does not know the sessions of someone else', async () => {
  const [ann, ben] = [await someone(), await someone()];
  const [hers, his] = [await ann.signIn(), await ben.signIn()];
  await Promise.all([meOf(hers), meOf(his)]);
  expect(errorCodeOf(await end(hers, idOf(his)))).toBe('session_not_found');
  expect(errorCodeOf(await end(hers, randomUUID()))).toBe('session_not_found');
  const confirmed = await api.request('sessions.confirm-device', { params: { sessionId: idOf(his) } }, hers);
  expect(errorCodeOf(confirmed)).toBe('session_not_found');
  const renewed = await api.request('sessions.renew-session', { body: { previous: his } }, hers);
  expect(errorCodeOf(renewed)).toBe('session_not_found');
  expect((await list(hers)).map(({ id }) => id)).toEqual([idOf(hers)]);
  expect(await meOf(his)).toBe('allowed');
});

it('frees the place of a session that its user signed out of', async () => {
  const { signIn } = await someone();
  for (let round = 0; round < 2 * LIMIT; round += 1) {
    const token = await signIn();
    expect(await meOf(token)).toBe('allowed');
    expect((await end(token, idOf(token))).status).toBe(204);
    expect(await meOf(token)).toBe('session_ended');
  }
});

it('ends all other sessions', async () => {
  const { signIn } = await someone();
  const [one = '', two = '', three = ''] = [await signIn(), await signIn(), await signIn()];
  for (const token of [one, two, three]) await meOf(token);
  await api.call('sessions.end-others', {}, two);
  expect([await meOf(one), await meOf(two), await meOf(three)]).toEqual(['session_ended', 'allowed', 'session_ended']);
});

it('ends a sign-in that made no call before all others were ended', async () => {
  const { signIn } = await someone();
  const [mine, unused] = [await signIn(), await signIn()];
  await meOf(mine);
  // Tokens state whole seconds, and one of the same second counts as later.
  const signedInAt = Number(claimsOf(unused)['auth_time']);
  await waitFor('the next second', async () => (Date.now() / 1000 >= signedInAt + 1 ? true : undefined));
  await api.call('sessions.end-others', {}, mine);
  expect([await meOf(unused), await meOf(mine), await meOf(await signIn())]).toEqual([
    'session_ended',
    'allowed',
    'allowed',
  ]);
});

it('ends a session after 24 hours without activity; only activity extends it', async () => {
  const { signIn } = await someone();
  const token = await signIn();
  await meOf(token);
  await age(token, 23 * HOUR);
  const rest = async () => (await api.call('sessions.get-current', {}, token)).expires_in;
  // Reading, polling and the live channel do not extend it.
  await api.call('live.create-ticket', {}, token);
  await api.call('history.list-history', {}, token);
  expect(await rest()).toBeLessThanOrEqual(3600);
  expect((await api.call('sessions.record-activity', { body: { by: 'activity' } }, token)).expires_in).toBeGreaterThan(
    86_000,
  );
  await age(token, 24 * HOUR);
  expect(await meOf(token)).toBe('session_expired');
  expect(errorCodeOf(await api.request('sessions.record-activity', { body: { by: 'activity' } }, token))).toBe(
    'session_expired',
  );
  // Its place is free.
  const others = [await signIn(), await signIn(), await signIn()];
  expect(await Promise.all(others.map(meOf))).toEqual(['allowed', 'allowed', 'allowed']);
});

it('records that a user extended a session', async () => {
  const { signIn } = await someone();
  const token = await signIn();
  await api.call('sessions.record-activity', { body: { by: 'extended' } }, token);
  const events = (await operator.items()).filter(
    ({ event_type: kind, user_id: user }) => kind === 'session_extended' && user === userOf(token),
  );
  expect(events).toMatchObject([{ event_type: 'session_extended', risk_score: 0, severity: 'info' }]);
});

describe('devices', () => {
  const recognize = (token: string, cookie?: string) =>
    api.request('sessions.recognize-device', {}, token, cookie === undefined ? {} : { cookie });
  const cookieIn = ({ headers }: { headers: Readonly<Record<string, string | readonly string[] | undefined>> }) =>
    String(headers['set-cookie']).split(';')[0] ?? '';

  it('are recognized by a cookie, and a new one must be confirmed on a known one', async () => {
    const { signIn } = await someone();
    const [home, away] = [await signIn(), await signIn()];
    const first = await recognize(home);
    expect([first.status, JSON.parse(first.text)]).toEqual([200, { changed: false }]);
    const again = await recognize(home, cookieIn(first));
    expect([JSON.parse(again.text), cookieIn(again)]).toEqual([{ changed: false }, cookieIn(first)]);
    expect(JSON.parse((await recognize(away)).text)).toEqual({ changed: true });
    expect((await list(home)).find(({ current }) => !current)?.new_device).toBe(true);

    const confirm = (by: string) => api.request('sessions.confirm-device', { params: { sessionId: idOf(away) } }, by);
    expect(errorCodeOf(await confirm(away))).toBe('invalid_state');
    expect((await confirm(home)).status).toBe(204);
    expect((await list(home)).map(({ new_device: isNew }) => isNew)).toEqual([false, false]);
    const events = (await operator.items()).filter(
      ({ event_type: kind, user_id: user }) => kind === 'device_change' && user === userOf(home),
    );
    expect(events).toMatchObject([{ event_type: 'device_change', risk_score: 60 }]);
  });

  it('are stored as hashes only', async () => {
    const { signIn } = await someone();
    const cookie = cookieIn(await recognize(await signIn()));
    const secret = cookie.split('=')[1] ?? '';
    expect(secret).toMatch(/^[\w-]{22}$/);
    expect(JSON.stringify(await operator.items())).not.toContain(secret);
  });
});

it('moves a session to a newer sign-in without a further place', async () => {
  const { signIn } = await someone();
  const [one, two, three] = [await signIn(), await signIn(), await signIn()];
  for (const token of [one, two, three]) await meOf(token);
  const newer = await signIn();
  expect(await meOf(newer)).toBe('session_limit');
  await api.call('sessions.renew-session', { body: { previous: one } }, newer);
  expect([await meOf(newer), await meOf(one), await meOf(two)]).toEqual(['allowed', 'session_ended', 'allowed']);
  expect(await list(newer)).toHaveLength(LIMIT);
});

it('keeps accounts working that have no registered sessions, with tokens of before', async () => {
  const { signIn } = await someone();
  const token = await signIn();
  await meOf(token);
  await operator.setRights(userOf(token), { sessions: undefined });
  expect(await meOf(token)).toBe('allowed');
  expect(Object.keys(await storedOf(token))).toEqual([idOf(token)]);
});

it('records sign-ins that were not completed after five minutes, also of names that no account has', async () => {
  const { email, signIn } = await someone();
  const user = userOf(await signIn());
  const stranger = `stranger-${randomUUID()}@example.org`;
  const known = new Set((await operator.items()).map(({ pk }) => pk));
  for (const name of [email, email, stranger])
    await expect(session.signIn(name, 'Not-the-password-1')).rejects.toThrow();
  await signIn();
  const begun = (await operator.items()).filter(({ type, pk }) => type === signInAttemptsEntity.type && !known.has(pk));
  const attempts = begun.map((item) => signInAttemptsEntity.parse(item));
  expect(attempts.map(({ subject, attempts: all }) => [subject.split(':')[0], all?.size]).sort()).toEqual([
    ['account', 1],
    ['user', 2],
  ]);
  // As if their time had passed.
  for (const { subject, attempts: all = new Set<string>() } of attempts) {
    const aged = [...all].map((attempt) => ulid(decodeTime(attempt) - ATTEMPT_MS));
    await operator.put(signInAttemptsEntity.toItem({ subject, attempts: new Set(aged), due: dueOf(aged[0] ?? '') }));
  }
  const response = await fetch(`${stack.url}/_local/invoke/security-clock`, { method: 'POST', body: '{}' });
  expect(((await response.json()) as { error: unknown }).error).toBeNull();
  const subjects = attempts.map(({ subject }) => subject);
  const after = await operator.items();
  const events = after.filter(
    ({ event_type: kind, subject }) => kind === 'login_failed' && subjects.includes(String(subject)),
  );
  expect(events.map(({ user_id: id }) => id ?? null).sort()).toEqual([user, user, null].sort());
  expect(
    after.filter(({ type, subject }) => type === signInAttemptsEntity.type && subjects.includes(String(subject))),
  ).toEqual([]);
  expect(JSON.stringify(after)).not.toContain(stranger);
});
