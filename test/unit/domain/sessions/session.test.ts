import fc from '../../../support/setup/fast-check.ts';
import type { SignIn } from '../../../../lambdas/domain/accounts/sign-in.ts';
import {
  activeSession,
  activeSessions,
  admit,
  atPlace,
  confirm,
  end,
  endAll,
  endOthers,
  extend,
  onDevice,
  ownSessions,
  renew,
  sessionStateOf,
  withoutPlaces,
  type Sessions,
} from '../../../../lambdas/domain/sessions/session.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const visit = { label: 'Firefox on Windows' };

/** A sign-in `ago` milliseconds before a time. */
const signIn = (id: string | null, ago = 0, now = NOW): SignIn => ({
  id,
  authenticatedAt: Math.floor((now - ago) / 1000),
  assurance: 'aal1',
});

/** Admits sign-ins one after another, a second apart. */
const withSessions = (ids: readonly string[], limit = 3): Sessions =>
  ids.reduce<Sessions>(
    (sessions, id, index) =>
      admit(sessions, signIn(id), { visit, limit, now: NOW + index * 1000 }).sessions ?? sessions,
    {},
  );

const idsOf = (sessions: Sessions | undefined, now = NOW) => activeSessions(sessions, now).map(({ id }) => id);

describe('the state of a session', () => {
  const sessions = withSessions(['a']);

  it.each<[string, Sessions | undefined, SignIn, number, string]>([
    ['a registered session is active', sessions, signIn('a', HOUR), NOW, 'active'],
    ['a fresh sign-in is new', sessions, signIn('b', 4 * MINUTE), NOW, 'new'],
    ['an unknown session of an older sign-in has ended', sessions, signIn('b', 6 * MINUTE), NOW, 'ended'],
    ['an unknown session without a time has ended', sessions, { ...signIn('b'), authenticatedAt: null }, NOW, 'ended'],
    ['a session expires after 24 hours', sessions, signIn('a', DAY), NOW + DAY, 'expired'],
    ['a session is active until then', sessions, signIn('a', DAY), NOW + DAY - 1, 'active'],
    ['an account without registered sessions admits older tokens', undefined, signIn('b', 10 * DAY), NOW, 'new'],
    ['an account without any session left does not', {}, signIn('b', 10 * DAY), NOW, 'ended'],
    ['a token without a session is not limited', sessions, signIn(null), NOW, 'active'],
    ['a session named like a method of objects is unknown', sessions, signIn('constructor', HOUR), NOW, 'ended'],
  ])('%s', (_what, stored, one, now, state) => {
    expect(sessionStateOf(stored, one, now)).toBe(state);
  });
});

describe('admission', () => {
  it('begins a session with 24 hours', () => {
    const { outcome, sessions } = admit(undefined, signIn('a'), {
      visit: { ...visit, device: 'd' },
      limit: 3,
      now: NOW,
    });
    expect([outcome, sessions]).toEqual([
      'active',
      { a: { begun: NOW, seen: NOW, until: NOW + DAY, label: visit.label, device: 'd' } },
    ]);
  });

  it('stores nothing for a session that has begun', () => {
    expect(admit(withSessions(['a']), signIn('a', HOUR), { visit, limit: 3, now: NOW })).toEqual({ outcome: 'active' });
  });

  it('has no room beyond the limit, until one ends or expires', () => {
    const full = withSessions(['a', 'b', 'c']);
    const fourth = (sessions: Sessions | undefined, now = NOW) =>
      admit(sessions, signIn('d', 0, now), { visit, limit: 3, now }).outcome;
    expect(fourth(full)).toBe('full');
    expect(fourth(end(full, 'b', NOW).sessions)).toBe('active');
    expect(fourth(full, NOW + DAY + 500)).toBe('active');
    expect(fourth(full, NOW + DAY - 500)).toBe('full');
  });

  describe('on a device that has a session', () => {
    const on = (device: string | undefined) => ({ ...visit, ...(device === undefined ? {} : { device }) });
    const left = admit(withSessions(['a', 'b']), signIn('c'), { visit: on('mine'), limit: 3, now: NOW }).sessions;
    const admitted = (more: object) =>
      admit(left, signIn('d'), { visit: { ...on('mine'), ...more }, limit: 3, now: NOW + MINUTE });

    it('replaces it, so that one that was left behind takes no place', () => {
      const { outcome, sessions } = admitted({});
      expect([outcome, idsOf(sessions, NOW + MINUTE)]).toEqual(['active', ['d', 'b', 'a']]);
      expect(sessionStateOf(sessions, signIn('c'), NOW + MINUTE)).toBe('ended');
    });

    it.each<[string, object]>([
      ['another device', { device: 'other' }],
      ['a caller without a cookie', { device: undefined }],
      ['a call that continues it', { keepsOthers: true }],
    ])('keeps it for %s', (_what, more) => {
      expect(admitted(more)).toEqual({ outcome: 'full' });
    });

    it('does not end the sessions without a device for a caller without a cookie', () => {
      const { sessions } = admit(withSessions(['a', 'b']), signIn('c'), { visit, limit: 3, now: NOW });
      expect(idsOf(sessions)).toHaveLength(3);
    });

    it('still asks whether the new device is one of the user', () => {
      const asked = onDevice(left, 'b', { device: 'thief', isNew: true, now: NOW }).sessions;
      const again = admit(asked, signIn('d'), { visit: on('thief'), limit: 3, now: NOW }).sessions;
      expect([again?.['b']?.ended, again?.['d']?.alert]).toEqual([true, true]);
    });
  });

  it('does not begin again right after it ended, although its token is fresh', () => {
    const { sessions } = end(withSessions(['a']), 'a', NOW);
    expect(sessionStateOf(sessions, signIn('a'), NOW)).toBe('ended');
    // Another change in between does not forget it too early, nor keep it for ever.
    const later = (at: number) => admit(sessions, signIn('b', 0, at), { visit, limit: 3, now: at }).sessions;
    expect(sessionStateOf(later(NOW + 4 * MINUTE), signIn('a'), NOW + 4 * MINUTE)).toBe('ended');
    expect(Object.keys(later(NOW + 11 * MINUTE) ?? {})).toEqual(['b']);
    expect(sessionStateOf(later(NOW + 11 * MINUTE), signIn('a'), NOW + 11 * MINUTE)).toBe('ended');
  });

  it('reports for a day that a session expired, and then only that it ended', () => {
    let sessions: Sessions | undefined = withSessions(['a']);
    const after = (at: number) => {
      sessions = admit(sessions, signIn(`b${at}`, 0, at), { visit, limit: 3, now: at }).sessions;
      return sessionStateOf(sessions, signIn('a'), at);
    };
    expect([NOW + DAY + HOUR, NOW + 2 * DAY - HOUR, NOW + 2 * DAY + HOUR].map(after)).toEqual([
      'expired',
      'expired',
      'ended',
    ]);
  });

  it('marks an expired session once: with its first denied call, or with any change of the others', () => {
    const at = NOW + DAY + HOUR;
    const denied = admit(withSessions(['a']), signIn('a'), { visit, limit: 3, now: at });
    expect([denied.outcome, denied.sessions?.['a']?.noticed]).toEqual(['expired', true]);
    expect(admit(denied.sessions, signIn('a'), { visit, limit: 3, now: at })).toEqual({ outcome: 'expired' });
    const other = admit(withSessions(['a']), signIn('b', 0, at), { visit, limit: 3, now: at }).sessions;
    expect([other?.['a']?.noticed, other?.['b']?.noticed]).toEqual([true, undefined]);
  });

  it('makes a script that signs in and out without pause wait', () => {
    let sessions: Sessions | undefined = {};
    let rejectedAt: number | undefined;
    for (let round = 0; round < 100 && rejectedAt === undefined; round += 1) {
      const admitted = admit(sessions, signIn(`s${round}`), { visit, limit: 3, now: NOW });
      if (admitted.outcome === 'full') rejectedAt = round;
      sessions = end(admitted.sessions, `s${round}`, NOW).sessions;
    }
    expect(rejectedAt).toBeGreaterThan(10);
  });
});

describe('the end of sessions', () => {
  it('ends only active ones of the user', () => {
    const sessions = withSessions(['a', 'b']);
    expect(end(sessions, 'c', NOW)).toEqual({ outcome: false });
    expect(end(undefined, 'a', NOW)).toEqual({ outcome: false });
    expect(end(sessions, 'a', NOW + DAY + MINUTE)).toEqual({ outcome: false });
    const ended = end(sessions, 'a', NOW).sessions;
    expect(idsOf(ended)).toEqual(['b']);
    expect(end(ended, 'a', NOW)).toEqual({ outcome: false });
  });

  it('ends all but one', () => {
    const { outcome, sessions } = endOthers(withSessions(['a', 'b', 'c']), 'b', NOW);
    expect([outcome, idsOf(sessions)]).toEqual([2, ['b']]);
    expect(endOthers(sessions, 'b', NOW).outcome).toBe(0);
  });

  describe.each<[string, (sessions: Sessions | undefined, now: number) => Sessions | undefined]>([
    ['of all sessions', endAll],
    ['of all but one', (sessions, now) => endOthers(sessions, 'a', now).sessions],
  ])('%s', (_what, endThem) => {
    const at = NOW + 2 * MINUTE + 500;
    const ended = endThem(withSessions(['a']), at);

    it.each<[string, number, string]>([
      ['before does not begin its session afterwards', at - 10_000, 'ended'],
      ['in the same second may', at - 500, 'active'],
      ['after may', at + 1000, 'active'],
    ])('a sign-in %s', (_when, authenticated, state) => {
      const late = signIn('late', 0, authenticated);
      expect(admit(ended, late, { visit, limit: 3, now: at + 2000 }).outcome).toBe(state);
    });

    it('is remembered for as long as such a sign-in could begin, and is no one’s session', () => {
      const late = signIn('late', 0, at - 10_000);
      for (let now = at; now < at + 20 * MINUTE; now += MINUTE) {
        const { sessions = ended } = extend(ended, 'a', now);
        expect(admit(sessions, late, { visit, limit: 3, now }).outcome).toBe('ended');
      }
      expect(ownSessions(ended)).toHaveLength(1);
      expect(
        Object.keys(admit(ended, signIn('b', 0, at + HOUR), { visit, limit: 3, now: at + HOUR }).sessions ?? {}),
      ).not.toContain('all');
    });
  });

  it('of all but one keeps a sign-in that has to make room first', () => {
    const full = withSessions(['a', 'b', 'c']);
    const { sessions } = endOthers(full, 'd', NOW + MINUTE);
    expect(admit(sessions, signIn('d'), { visit, limit: 3, now: NOW + MINUTE }).outcome).toBe('active');
  });

  it('of all sessions of an account that has none registered rejects the tokens of before', () => {
    const ended = endAll(undefined, NOW + MINUTE);
    expect(sessionStateOf(ended, signIn('a'), NOW + MINUTE)).toBe('ended');
  });

  it('keeps no data of an ended session but what its devices show', () => {
    const { sessions } = admit({}, signIn('a'), { visit: { ...visit, device: 'd' }, limit: 3, now: NOW });
    expect(end(sessions, 'a', NOW).sessions?.['a']).not.toHaveProperty('device');
  });
});

it('extends an active session, and no other', () => {
  const sessions = withSessions(['a']);
  const later = NOW + 23 * HOUR;
  expect(extend(sessions, 'a', later).outcome).toMatchObject({ begun: NOW, seen: later, until: later + DAY });
  expect(extend(sessions, 'b', later).outcome).toBeUndefined();
  expect(extend(sessions, 'a', NOW + DAY).outcome).toBeUndefined();
  expect(extend(end(sessions, 'a', NOW).sessions, 'a', NOW).outcome).toBeUndefined();
});

it('moves a session to a newer sign-in, which takes no further place', () => {
  const { sessions, outcome } = renew(withSessions(['a', 'b', 'c']), { from: 'a', to: 'd' }, NOW + MINUTE);
  expect([outcome, idsOf(sessions, NOW + MINUTE)]).toEqual([true, ['d', 'c', 'b']]);
  expect(activeSession(sessions, 'd', NOW + MINUTE)).toMatchObject({ begun: NOW, until: NOW + MINUTE + DAY });
  expect(sessionStateOf(sessions, signIn('a'), NOW + MINUTE)).toBe('ended');
  expect(renew(sessions, { from: 'a', to: 'e' }, NOW + MINUTE)).toEqual({ outcome: false });
  expect(renew(sessions, { from: 'd', to: 'd' }, NOW + MINUTE)).toEqual({ outcome: true });
});

describe('the place of a session', () => {
  const place = { latitude: 48.2, longitude: 16.4 };
  const placed = atPlace(withSessions(['a', 'b']), 'a', place, NOW).sessions;

  it('is that of an active one, survives a renewal and ends with it', () => {
    expect(activeSession(placed, 'a', NOW)).toMatchObject({ place });
    expect(activeSession(renew(placed, { from: 'a', to: 'c' }, NOW).sessions, 'c', NOW)).toMatchObject({ place });
    expect(end(placed, 'a', NOW).sessions?.['a']).not.toHaveProperty('place');
    expect(atPlace(placed, 'unknown', place, NOW)).toEqual({ outcome: false });
  });

  it('is removed from all of them, and nothing else is', () => {
    const { outcome, sessions } = withoutPlaces(placed, NOW);
    expect([outcome, sessions]).toEqual([true, withSessions(['a', 'b'])]);
    expect(withoutPlaces(sessions, NOW)).toEqual({ outcome: false });
  });
});

describe('devices', () => {
  const recognized = (sessions: Sessions | undefined, id: string, device: string, isNew: boolean, now = NOW) =>
    onDevice(sessions, id, { device, isNew, now });

  it('asks to confirm a new device, from a session on another one', () => {
    const first = recognized(withSessions(['a', 'b']), 'a', 'known', false);
    const second = recognized(first.sessions, 'b', 'other', true);
    expect([first.outcome, second.outcome]).toEqual([false, true]);
    expect(confirm(second.sessions, 'b', { by: 'b', now: NOW }).outcome).toBe('untrusted');
    expect(confirm(second.sessions, 'c', { by: 'a', now: NOW }).outcome).toBe('unknown');
    const confirmed = confirm(second.sessions, 'b', { by: 'a', now: NOW });
    expect([confirmed.outcome, confirmed.sessions?.['b']?.alert]).toEqual(['confirmed', undefined]);
  });

  it('asks when the token of a running session appears on another device', () => {
    const { sessions } = recognized(withSessions(['a']), 'a', 'known', false);
    expect(recognized(sessions, 'a', 'thief', true, NOW + HOUR).outcome).toBe(true);
  });

  it('does not ask for two tabs of a new session that are recognized at once', () => {
    const { sessions } = recognized(withSessions(['a']), 'a', 'first tab', false);
    expect(recognized(sessions, 'a', 'second tab', true, NOW + 1000).outcome).toBe(false);
  });

  it('changes nothing for a known device or an unknown session', () => {
    const { sessions } = recognized(withSessions(['a']), 'a', 'known', false);
    expect(recognized(sessions, 'a', 'known', true)).toEqual({ outcome: false });
    expect(recognized(sessions, 'b', 'known', true)).toEqual({ outcome: false });
  });
});

it('never has more sessions than the limit, nor two of one device, whatever happens in whatever order', () => {
  const step = fc.record({
    kind: fc.constantFrom('admit', 'admit', 'end', 'extend', 'renew', 'others'),
    id: fc.integer({ min: 0, max: 11 }),
    device: fc.constantFrom(undefined, 'x', 'y'),
    wait: fc.integer({ min: 0, max: 26 * HOUR }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (steps, limit) => {
      let sessions: Sessions | undefined;
      let now = NOW;
      for (const { kind, id: number, device, wait } of steps) {
        now += wait;
        const id = `s${number}`;
        const { sessions: after } = {
          admit: () => admit(sessions, signIn(id, 0, now), { visit: { ...visit, device }, limit, now }),
          end: () => end(sessions, id, now),
          extend: () => extend(sessions, id, now),
          renew: () => renew(sessions, { from: id, to: `s${(number + 1) % 12}` }, now),
          others: () => endOthers(sessions, id, now),
        }[kind as 'admit']();
        sessions = after ?? sessions;
        const active = activeSessions(sessions, now);
        const devices = active.flatMap((one) => one.device ?? []);
        if (active.length > limit || new Set(devices).size < devices.length) return false;
      }
      return true;
    }),
  );
});
