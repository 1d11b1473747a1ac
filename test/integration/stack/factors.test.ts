import { randomUUID } from 'node:crypto';
import type { Problem } from '../../../lambdas/contract/errors.ts';
import { errorCodeOf, problemOf } from '../../support/api.ts';
import { forgedTokens } from '../../support/attacks/forged-tokens.ts';
import { createAuthenticatorApp } from '../../support/stack/authenticator-app.ts';
import { claimsOf } from '../../support/stack/sign-in.ts';
import { newNumber } from '../../support/stack/factor-tools.ts';
import { createAuthenticator } from '../../support/webauthn/authenticator.ts';
import { openFactorSite, type FactorSite } from './support/factor-site.ts';

let site: FactorSite;
let stack: FactorSite['stack'];
let api: FactorSite['api'];
let operator: FactorSite['operator'];
let accounts: FactorSite['accounts'];
let session: FactorSite['session'];
let pool: FactorSite['pool'];
let tools: FactorSite['tools'];

beforeAll(async () => {
  site = await openFactorSite();
  ({ stack, api, operator, accounts, session, pool, tools } = site);
});
afterAll(() => site?.close());

const subjectIs = (subject: string) => (mail: { readonly subject: string }) => mail.subject === subject;

describe('an authenticator app', () => {
  it('is set up, asked for at sign-in, and raises the assurance of the session', async () => {
    const person = await tools.newPerson();
    expect(await tools.list(person.token)).toMatchObject({ items: [], current_level: 'aal1', next_level: 'aal1' });
    const { app, codes } = await tools.setUpApp(person);
    expect(codes).toHaveLength(10);
    expect(await tools.list(person.token)).toMatchObject({
      items: [{ id: 'totp', factor_type: 'totp', status: 'verified' }],
      recovery_codes: 10,
      current_level: 'aal1',
      next_level: 'aal2',
    });
    await stack.mailTo(person.email, subjectIs('Authenticator app added'));
    const stored = JSON.stringify(await operator.items());
    for (const code of codes) expect(stored).not.toContain(code);

    const strong = await tools.answerCode(person, await app.nextCode());
    expect((await tools.list(strong)).current_level).toBe('aal2');
    // The session from before has only the password: dangerous actions ask for the code.
    const denied = await api.request('factors.create-recovery-codes', {}, person.token);
    expect(errorCodeOf(denied)).toBe('insufficient_authentication');
    expect(denied.headers['www-authenticate']).toContain('acr_values="aal2", max_age="900"');
    const renewed = await api.call('factors.create-recovery-codes', {}, strong);
    expect(renewed.recovery_codes).not.toEqual(codes);
    expect(errorCodeOf(await tools.redeem(person.email, codes[0] ?? ''))).toBe('code_rejected');

    await api.call('factors.remove-factor', { params: { id: 'totp' } }, strong);
    expect(await tools.list(strong)).toMatchObject({ items: [], recovery_codes: 0 });
    expect((await pool.signIn(person.email, person.password)).AuthenticationResult).toBeDefined();
  });

  it('is not set up by a wrong code, a code without a start, or the code of another setup', async () => {
    const person = await tools.newPerson();
    const verify = (code: string) => api.request('factors.verify-totp', { body: { code } }, person.token);
    expect(errorCodeOf(await verify('123456'))).toBe('invalid_state');
    const first = await api.call('factors.start-totp', {}, person.token);
    const second = await api.call('factors.start-totp', {}, person.token);
    expect(first.secret).not.toBe(second.secret);
    expect(errorCodeOf(await verify(await createAuthenticatorApp(first.secret).nextCode()))).toBe('code_rejected');
    expect(await tools.list(person.token)).toMatchObject({ items: [] });
  });

  it('lost, is removed by a recovery code, once, with equal answers for unknown addresses', async () => {
    const person = await tools.newPerson();
    const { codes } = await tools.setUpApp(person);
    const [code = '', other = ''] = codes;
    const visible = (response: Awaited<ReturnType<FactorSite['tools']['redeem']>>): Partial<Problem> => {
      const { requestId: _id, ...rest } = problemOf(response);
      return rest;
    };
    const wrong = await tools.redeem(person.email, 'AAAA-AAAA-AAAA-AAAA');
    expect(visible(wrong)).toEqual(visible(await tools.redeem(`nobody-${randomUUID()}@example.org`, code)));
    expect(errorCodeOf(wrong)).toBe('code_rejected');
    expect((await tools.redeem(person.email, code.toLowerCase().replaceAll('-', ' '))).status).toBe(204);
    await stack.mailTo(person.email, subjectIs('Recovery code used'));
    const { AuthenticationResult } = await pool.signIn(person.email, person.password);
    expect(await tools.list(AuthenticationResult?.AccessToken ?? '')).toMatchObject({ items: [], setup_wanted: true });
    expect(errorCodeOf(await tools.redeem(person.email, code))).toBe('code_rejected');
    // The fifth and last try of this address.
    await tools.redeem(person.email, 'AAAA-AAAA-AAAA-AAAA');
    await tools.redeem(person.email, 'AAAA-AAAA-AAAA-AAAA');
    const limited = await tools.redeem(person.email, other);
    expect(errorCodeOf(limited)).toBe('too_many_requests');
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(60);
  });

  it('lost, is reset by an administrator, who is recorded, and its user gets an email', async () => {
    const person = await tools.newPerson();
    const admin = await accounts.demo('admin');
    const reset = (id: string, token: string) =>
      api.request('factors.reset-person', { params: { id }, body: { reason: 'The phone fell into a lake' } }, token);
    expect(errorCodeOf(await reset(person.id, admin.token))).toBe('factor_not_found');
    expect(errorCodeOf(await reset(randomUUID(), admin.token))).toBe('user_not_found');
    await tools.setUpApp(person);
    const search = { query: { q: person.email } };
    expect((await api.call('people.list-people', search, admin.token)).items).toMatchObject([{ second_factor: true }]);
    expect(errorCodeOf(await reset(person.id, person.token))).toBe('forbidden');
    expect((await reset(person.id, admin.token)).status).toBe(204);
    await stack.mailTo(person.email, subjectIs('Second factor reset'));
    expect((await pool.signIn(person.email, person.password)).AuthenticationResult).toBeDefined();
    const audit = (await operator.items()).filter(
      ({ type, target_id: target }) => type === 'AUDIT' && target === person.id,
    );
    expect(audit).toMatchObject([
      { action: 'user.factor-reset', actor_id: admin.id, reason: 'The phone fell into a lake' },
    ]);
  });
});

describe('a passkey', () => {
  it('is registered, named, renamed, used without a password, and removed', async () => {
    const person = await tools.newPerson();
    const { authenticator, codes } = await tools.addPasskey(person.token, 'Laptop');
    expect(codes).toHaveLength(10);
    await stack.mailTo(person.email, subjectIs('Passkey added'));
    const params = { id: authenticator.id };
    await api.call('factors.rename-factor', { params, body: { name: 'Old laptop' } }, person.token);
    const strong = await tools.signInByPasskey(person.email, authenticator);
    expect(await tools.list(strong)).toMatchObject({
      items: [{ id: authenticator.id, factor_type: 'passkey', name: 'Old laptop' }],
      passkeys_offered: true,
      recovery_codes: 10,
      current_level: 'aal2',
    });
    const removal = (token: string) => api.request('factors.remove-factor', { params }, token);
    expect((await removal(strong)).status).toBe(204);
    // Without a recorded factor, a sign-in by passkey proves nothing: someone else may have added it past us.
    expect(errorCodeOf(await removal(strong))).toBe('insufficient_authentication');
    expect(errorCodeOf(await removal(person.token))).toBe('factor_not_found');
    expect((await tools.list(strong)).items).toEqual([]);
  });

  it('replaces the code of an authenticator app', async () => {
    const person = await tools.newPerson();
    const { authenticator } = await tools.addPasskey(person.token, 'Phone');
    const strong = await tools.signInByPasskey(person.email, authenticator);
    await tools.setUpApp({ ...person, token: strong });
    expect((await tools.list(await tools.signInByPasskey(person.email, authenticator))).current_level).toBe('aal2');
  });

  it('of another site, or of another user’s registration, is rejected', async () => {
    const [ada, bob] = [await tools.newPerson(), await tools.newPerson()];
    const start = async (token: string) => (await api.call('factors.start-passkey', {}, token)).options as never;
    const verify = (token: string, credential: object) =>
      api.request('factors.verify-passkey', { body: { name: 'Phone', credential } }, token);
    const foreign = createAuthenticator('https://evil.example').register(await start(ada.token));
    expect(errorCodeOf(await verify(ada.token, foreign))).toBe('passkey_rejected');
    const options = await start(ada.token);
    await start(bob.token);
    const taken = createAuthenticator(stack.url).register(options);
    expect(errorCodeOf(await verify(bob.token, taken))).toBe('passkey_rejected');
    expect((await verify(ada.token, taken)).status).toBe(200);
    const params = { id: taken.id };
    expect(errorCodeOf(await api.request('factors.rename-factor', { params, body: { name: 'Mine' } }, bob.token))).toBe(
      'factor_not_found',
    );
  });
});

const otherThan = (code: string) => (code === '111111' ? '222222' : '111111');

describe('a phone', () => {
  it('is proved by a code, asked for at sign-in, shown by two digits, and removed with its number', async () => {
    const person = await tools.newPerson();
    const number = newNumber();
    const start = (token: string) => api.request('factors.start-phone', { body: { phone: number } }, token);
    expect((await start(person.token)).status).toBe(204);
    const code = await tools.codeAt(number);
    const verify = (given: string) => api.request('factors.verify-phone', { body: { code: given } }, person.token);
    expect(errorCodeOf(await verify(otherThan(code)))).toBe('code_rejected');
    expect(await tools.list(person.token)).toMatchObject({ items: [], recovery_codes: 0, phones_offered: true });
    expect((await verify(code)).status).toBe(200);
    expect(errorCodeOf(await verify(code))).toBe('code_rejected');
    const shown = await tools.list(person.token);
    expect(shown).toMatchObject({
      items: [{ id: 'phone', factor_type: 'phone', status: 'verified', hint: number.slice(-2) }],
      recovery_codes: 10,
      next_level: 'aal2',
    });
    expect(JSON.stringify(shown)).not.toContain(number.slice(-3));
    await stack.mailTo(person.email, subjectIs('Phone added'));
    expect(errorCodeOf(await start(person.token))).toBe('insufficient_authentication');

    const asked = await pool.signIn(person.email, person.password);
    expect(asked.ChallengeName).toBe('SMS_MFA');
    const responses = { USERNAME: person.email, SMS_MFA_CODE: await tools.codeAt(number, 1) };
    const { AuthenticationResult } = await pool.respond('SMS_MFA', asked.Session, responses);
    const strong = AuthenticationResult?.AccessToken ?? '';
    expect((await tools.list(strong)).current_level).toBe('aal2');
    // One number at a time: a code for another proves nothing about this one.
    expect(errorCodeOf(await start(strong))).toBe('invalid_state');
    const params = { id: 'phone' };
    expect(errorCodeOf(await api.request('factors.remove-factor', { params }, person.token))).toBe(
      'insufficient_authentication',
    );
    await api.call('factors.remove-factor', { params }, strong);
    expect(await tools.list(strong)).toMatchObject({ items: [], recovery_codes: 0 });
    expect((await pool.signIn(person.email, person.password)).AuthenticationResult).toBeDefined();
    expect(JSON.stringify(await operator.items())).not.toContain(number);
  });

  it('lost, is removed by a recovery code or an administrator, also together with an app', async () => {
    const [ada, bob] = [await tools.newPerson(), await tools.newPerson()];
    const { codes } = await tools.addPhone(ada);
    expect((await tools.redeem(ada.email, codes[0] ?? '')).status).toBe(204);
    expect((await pool.signIn(ada.email, ada.password)).AuthenticationResult).toBeDefined();

    const { app } = await tools.setUpApp(bob);
    // The recovery codes of the app recover both.
    const token = await tools.answerCode(bob, await app.nextCode());
    expect((await tools.addPhone({ ...bob, token })).codes).toEqual([]);
    expect((await pool.signIn(bob.email, bob.password)).ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
    const admin = await accounts.demo('admin');
    const body = { reason: 'Both were in the same lake' };
    await api.call('factors.reset-person', { params: { id: bob.id }, body }, admin.token);
    const { AuthenticationResult } = await pool.signIn(bob.email, bob.password);
    expect(await tools.list(AuthenticationResult?.AccessToken ?? '')).toMatchObject({ items: [], setup_wanted: true });
  });

  it('is limited, because SMS cost money and reach strangers', async () => {
    const [ada, bob] = [await tools.newPerson(), await tools.newPerson()];
    const number = newNumber();
    const start = (token: string, phone: string) => api.request('factors.start-phone', { body: { phone } }, token);
    for (const phone of ['015112345678', '+0151', '+1555', '+1 555 0100', `+${'1'.repeat(16)}`])
      expect(errorCodeOf(await start(ada.token, phone))).toBe('validation_failed');
    for (let sent = 0; sent < 5; sent += 1) expect((await start(ada.token, number)).status).toBe(204);
    expect(errorCodeOf(await start(ada.token, newNumber()))).toBe('too_many_requests');
    expect(errorCodeOf(await start(bob.token, number))).toBe('too_many_requests');
  });
});

describe('a challenge', () => {
  it('raises the sign-in by the code alone, once, for the phone and for the app', async () => {
    const person = await tools.newPerson();
    const raise = async (id: 'phone' | 'totp', code: () => Promise<string>) => {
      const challenge_id = await tools.challengeId(person.token, id);
      const given = await code();
      const answered = await tools.answer(person.token, challenge_id, given, id);
      expect([answered.status, answered.headers['cache-control']]).toEqual([200, 'no-store']);
      const tokens = JSON.parse(answered.text) as { readonly access_token: string };
      expect(tokens).toMatchObject({
        id_token: expect.any(String) as string,
        refresh_token: expect.any(String) as string,
        token_type: 'bearer',
        expires_in: expect.any(Number) as number,
      });
      const strong = tokens.access_token;
      expect(claimsOf(strong)).toMatchObject({
        sub: person.id,
        acr: id === 'totp' ? 'urn:cognito:loa:4' : 'urn:cognito:loa:3',
        amr: ['pwd', id === 'totp' ? 'otp' : 'sms', 'mfa'],
      });
      expect((await tools.list(strong)).current_level).toBe('aal2');
      expect(errorCodeOf(await tools.answer(person.token, challenge_id, given, id))).toBe('code_rejected');
      // A sign-in that has the level is raised no further.
      expect(errorCodeOf(await tools.challenge(strong, id))).toBe('invalid_state');
      return strong;
    };
    const { number } = await tools.addPhone(person);
    const strong = await raise('phone', () => tools.codeAt(number, 1));
    const { app } = await tools.setUpApp({ token: strong });
    await raise('totp', () => app.nextCode());
    const left = (await operator.items()).filter((item) => JSON.stringify(item).includes(person.id));
    expect(left.map(({ type }) => type)).not.toContain('FACTOR_CHALLENGE');
  });

  it('of another session, factor or user is denied like a wrong code, and stays valid in its own', async () => {
    const person = await tools.newPerson();
    const stranger = await tools.newPerson();
    const elsewhere = await session.signIn(person.email, person.password);
    const { number } = await tools.addPhone(person);
    const challenge_id = await tools.challengeId(person.token);
    const code = await tools.codeAt(number, 1);
    const visible = (response: Awaited<ReturnType<FactorSite['tools']['answer']>>) => {
      const { requestId: _id, ...rest } = problemOf(response);
      return rest;
    };
    const wrong = visible(await tools.answer(person.token, challenge_id, otherThan(code)));
    expect(wrong).toMatchObject({ status: 400, code: 'code_rejected' });
    for (const denied of [
      tools.answer(elsewhere, challenge_id, code),
      tools.answer(stranger.token, challenge_id, code),
      tools.answer(person.token, challenge_id, code, 'totp'),
      tools.answer(person.token, randomUUID(), code),
    ])
      expect(visible(await denied)).toEqual(wrong);
    expect((await tools.answer(person.token, challenge_id, code)).status).toBe(200);
  });

  it('has five tries, and exists for factors that the user has', async () => {
    const person = await tools.newPerson();
    for (const id of ['totp', 'phone', 'AAAAAAAAAAAAAAAAAAAAAA'])
      expect(errorCodeOf(await tools.challenge(person.token, id))).toBe('factor_not_found');
    const { number } = await tools.addPhone(person);
    const challenge_id = await tools.challengeId(person.token);
    const code = await tools.codeAt(number, 1);
    for (let tried = 0; tried < 5; tried += 1)
      expect(errorCodeOf(await tools.answer(person.token, challenge_id, otherThan(code)))).toBe('code_rejected');
    expect(errorCodeOf(await tools.answer(person.token, challenge_id, code))).toBe('code_rejected');
  });

  it('of two at once, both can be answered; an SMS is limited', async () => {
    const person = await tools.newPerson();
    const { number } = await tools.addPhone(person);
    const first = await tools.challengeId(person.token);
    const firstCode = await tools.codeAt(number, 1);
    const second = await tools.challengeId(person.token);
    const secondCode = await tools.codeAt(number, 2);
    expect((await tools.answer(person.token, second, secondCode)).status).toBe(200);
    expect((await tools.answer(person.token, first, firstCode)).status).toBe(200);
    for (let sent = 3; sent < 5; sent += 1) await tools.challengeId(person.token);
    expect(errorCodeOf(await tools.challenge(person.token))).toBe('too_many_requests');
  });

  it('asks for the password first when the sign-in is old', async () => {
    const person = await tools.newPerson();
    await tools.addPhone(person);
    const { stale } = await forgedTokens(stack.dataFolder, { ...person, idToken: person.token });
    const denied = await tools.challenge(stale);
    expect([denied.status, errorCodeOf(denied)]).toEqual([401, 'insufficient_authentication']);
    expect(denied.headers['www-authenticate']).toMatch(/acr_values="aal1", max_age="900"$/);
  });
});
