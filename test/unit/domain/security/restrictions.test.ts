import { RESPONSE_SECONDS } from '../../../../lambdas/contract/admin/security-effects.ts';
import type { SignIn } from '../../../../lambdas/domain/accounts/sign-in.ts';
import {
  assertForcedFactor,
  endOf,
  isLockedOut,
  isRateLimited,
  releasedFrom,
  replacedBy,
  restrictedBy,
  type Restrictions,
} from '../../../../lambdas/domain/security/restrictions.ts';

const NOW = Date.parse('2026-11-28T12:00:00.000Z');
const one = { until: NOW, response: 'one' };

it.each([
  [NOW - 1, true],
  [NOW, false],
  [NOW + 1, false],
])('restricts until a time, and not at it: %i', (now, restricts) => {
  expect(isLockedOut({ session_lockout: one }, now)).toBe(restricts);
  expect(isRateLimited({ rate_limit: one }, now)).toBe(restricts);
  const force = () => assertForcedFactor({ force_mfa: { ...one, since: 0 } }, signIn({}), false, now);
  if (restricts) expect(force).toThrow(expect.objectContaining({ code: 'factor_required' }));
  else expect(force).not.toThrow();
});

it('restricts in no other way than the action says', () => {
  const only: Restrictions = { rate_limit: one };
  expect([isLockedOut(only, NOW - 1), isLockedOut(undefined, 0), isRateLimited(undefined, 0)]).toEqual([
    false,
    false,
    false,
  ]);
  expect(() => assertForcedFactor(only, signIn({}), false, NOW - 1)).not.toThrow();
});

const signIn = (fields: Partial<SignIn>): SignIn => ({
  id: 'session',
  authenticatedAt: NOW / 1000,
  assurance: 'aal2',
  ...fields,
});

describe('a forced factor', () => {
  const forced: Restrictions = { force_mfa: { since: NOW, until: NOW + 3_600_000, response: 'one' } };
  const codeOf = (fields: Partial<SignIn>, hasFactor = true, now = NOW + 5000): string => {
    try {
      assertForcedFactor(forced, signIn(fields), hasFactor, now);
      return 'allowed';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  it.each<[string, Partial<SignIn>, string]>([
    ['a second before', { authenticatedAt: NOW / 1000 - 1 }, 'insufficient_authentication'],
    ['in that second', {}, 'allowed'],
    ['a second after', { authenticatedAt: NOW / 1000 + 1 }, 'allowed'],
    [
      'after, with the password alone',
      { authenticatedAt: NOW / 1000 + 1, assurance: 'aal1' },
      'insufficient_authentication',
    ],
    ['after, in a pool that does not say how', { authenticatedAt: NOW / 1000 + 1, assurance: 'unknown' }, 'allowed'],
    ['at a time that the token does not say', { authenticatedAt: null }, 'insufficient_authentication'],
    ['a minute ahead of our clock', { authenticatedAt: NOW / 1000 + 65 }, 'allowed'],
    ['further in the future', { authenticatedAt: NOW / 1000 + 66 }, 'insufficient_authentication'],
  ])('is proven by a sign-in %s: %o', (_, fields, outcome) => {
    expect(codeOf(fields)).toBe(outcome);
  });

  it('must be set up first by a user without one', () => {
    expect(codeOf({}, false)).toBe('factor_required');
  });

  it('says how old the sign-in may be', () => {
    const challengeAt = (now: number): string => {
      try {
        assertForcedFactor(forced, signIn({ assurance: 'aal1' }), true, now);
        return '';
      } catch (error) {
        return (error as { challenge: string }).challenge;
      }
    };
    expect(challengeAt(NOW + 90_000)).toMatch(/acr_values="aal2", max_age="90"$/);
    expect(challengeAt(NOW)).toMatch(/max_age="1"$/);
  });
});

it('adds a restriction for its time, keeps others that apply, and drops those that have ended', () => {
  const before: Restrictions = {
    rate_limit: { until: NOW + 1, response: 'kept' },
    session_lockout: { until: NOW, response: 'ended' },
  };
  const until = NOW + RESPONSE_SECONDS.force_mfa * 1000;
  expect(restrictedBy(before, { action: 'force_mfa', response: 'new', now: NOW })).toEqual({
    rate_limit: { until: NOW + 1, response: 'kept' },
    force_mfa: { until, since: NOW, response: 'new' },
  });
  expect(restrictedBy(undefined, { action: 'session_lockout', response: 'new', now: NOW })).toEqual({
    session_lockout: { until: NOW + 3_600_000, response: 'new' },
  });
  expect([endOf('force_mfa', NOW), endOf('admin_notification', NOW)]).toEqual([until, null]);
});

it('replaces a response of the same kind that still restricts', () => {
  const before: Restrictions = { rate_limit: { until: NOW + 1, response: 'old' } };
  expect(replacedBy(before, 'rate_limit', NOW)).toBe('old');
  expect(replacedBy(before, 'rate_limit', NOW + 1)).toBeUndefined();
  expect(replacedBy(before, 'session_lockout', NOW)).toBeUndefined();
});

it.each([
  ['its own', 'mine', NOW, { rate_limit: { until: NOW + 9, response: 'other' } }],
  ['one that a later response made', 'earlier', NOW, undefined],
  ['one that has ended', 'mine', NOW + 1, undefined],
])('releases from a restriction: %s', (_, response, now, kept) => {
  const before: Restrictions = {
    session_lockout: { until: NOW + 1, response: 'mine' },
    rate_limit: { until: NOW + 9, response: 'other' },
  };
  expect(releasedFrom(before, { action: 'session_lockout', response, now })).toEqual(kept);
});
