import {
  assertAssurance,
  InsufficientAuthentication,
  type Demand,
} from '../../../../lambdas/domain/accounts/assurance.ts';
import type { SignIn } from '../../../../lambdas/domain/accounts/sign-in.ts';
import { newRecoveryCodes, recoveryHash } from '../../../../lambdas/domain/factors/recovery-codes.ts';
import {
  hasSecondFactor,
  needsRecoveryCodes,
  noFactors,
  totpAddress,
  withLostFactors,
} from '../../../../lambdas/domain/factors/factors.ts';

const NOW = Date.parse('2026-11-23T12:00:00.000Z');
const HOUR = 3600;

const signIn = (ageSeconds: number | null, assurance: SignIn['assurance'] = 'aal1'): SignIn => ({
  id: 'session',
  authenticatedAt: ageSeconds === null ? null : NOW / 1000 - ageSeconds,
  assurance,
});
const denial = (demand: Demand, given: SignIn, hasFactor: boolean): string | undefined => {
  try {
    assertAssurance(demand, given, hasFactor, NOW);
    return undefined;
  } catch (error) {
    if (error instanceof InsufficientAuthentication) return error.challenge;
    throw error;
  }
};
const fresh: Demand = { assurance: 'aal2', freshSeconds: 600 };

describe('the assurance of a sign-in', () => {
  it.each<[string, Demand, SignIn, boolean, boolean]>([
    ['nothing is asked', {}, signIn(null), true, true],
    ['fresh, without a factor', fresh, signIn(0), false, true],
    ['at the limit', fresh, signIn(600), false, true],
    ['a second too old', fresh, signIn(601), false, false],
    ['without a time', fresh, signIn(null), false, false],
    ['only the password of a user with a factor', fresh, signIn(0), true, false],
    ['with the factor', fresh, signIn(0, 'aal2'), true, true],
    ['with the factor, but too old', fresh, signIn(HOUR, 'aal2'), true, false],
    ['by a clock that is a little ahead', fresh, signIn(-60), false, true],
    ['by a clock that is an hour ahead', fresh, signIn(-HOUR), false, false],
    ['with a factor that was added past us', fresh, signIn(0, 'aal2'), false, false],
    ['strong, of any age', { assurance: 'aal2' }, signIn(HOUR, 'aal2'), true, true],
    ['weak, of any age', { assurance: 'aal2' }, signIn(HOUR), true, false],
    ['fresh, of a user pool that does not say how strong', fresh, signIn(0, 'unknown'), true, true],
    ['old, of a user pool that does not say how strong', fresh, signIn(601, 'unknown'), true, false],
  ])('%s', (_, demand, given, hasFactor, accepted) => {
    expect(denial(demand, given, hasFactor) === undefined).toBe(accepted);
  });

  it('is asked for in the words of RFC 9470', () => {
    expect(denial(fresh, signIn(HOUR), true)).toBe(
      'Bearer error="insufficient_user_authentication", ' +
        'error_description="A fresh or stronger sign-in is required", acr_values="aal2", max_age="600"',
    );
    expect(denial(fresh, signIn(HOUR), false)).toContain('acr_values="aal1"');
  });
});

describe('recovery codes', () => {
  it('are different, of 80 bits, and stored as hashes that fit one account', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    const [code = ''] = codes;
    expect(recoveryHash('ada', code)).not.toBe(recoveryHash('bob', code));
    expect(recoveryHash('ada', code)).not.toContain(code);
  });

  it('are read as people type them', () => {
    const typed = ['0101-ABCD-EFGH-JKMN', ' oiol abcd efgh jkmn ', 'OLOIABCDEFGHJKMN'];
    expect(new Set(typed.map((code) => recoveryHash('ada', code))).size).toBe(1);
  });
});

describe('lost factors', () => {
  const passkey = { ...noFactors('ada'), names: { key: 'Laptop' }, recovery: ['hash'] };
  const both = { ...passkey, totp_since: '2026-11-20T10:00:00.000Z', phone_since: '2026-11-20T10:00:00.000Z' };

  it.each([
    ['a passkey', passkey],
    ['an app, a phone and a passkey', both],
  ])('are no second factor anymore: %s', (_, record) => {
    const lost = withLostFactors(record);
    expect([hasSecondFactor(record), hasSecondFactor(lost)]).toEqual([true, false]);
    // Another factor is one, and comes with new recovery codes.
    expect([needsRecoveryCodes(record), needsRecoveryCodes(lost)]).toEqual([false, true]);
    expect(hasSecondFactor({ ...lost, totp_since: '2026-11-21T10:00:00.000Z' })).toBe(true);
    expect(hasSecondFactor({ ...lost, passkeys_lost: undefined })).toBe(true);
  });
});

it('the address of a QR code names the account and escapes it', () => {
  expect(totpAddress('ABC', 'ada lovelace@example.org', 'Soundstage')).toBe(
    'otpauth://totp/Soundstage:ada%20lovelace%40example.org?secret=ABC&issuer=Soundstage',
  );
  expect(totpAddress('ABC', '', 'Soundstage')).toBe('otpauth://totp/Soundstage?secret=ABC&issuer=Soundstage');
});
