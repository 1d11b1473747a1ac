import { screen, waitFor } from '@testing-library/react';
import { createApiClient } from '../../../web/src/lib/api/api-client.ts';
import { createStepUp } from '../../../web/src/core/auth/step-up.ts';
import { createApiStub, noFactors, stepUpDenial } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { createFakeCognito, poolError } from '../support/fake-cognito.ts';
import { renderApp } from '../support/render-app.tsx';

const factors = 'POST /api/factors/recovery-codes';
const codes = { recovery_codes: ['AAAA-BBBB-CCCC-DDDD'] };

describe('a call that needs a fresh sign-in', () => {
  const setUp = (token: () => string, onStepUp?: () => Promise<boolean>) => {
    const stub = createApiStub();
    const onSessionLost = jest.fn();
    const api = createApiClient({
      accessToken: async () => token(),
      onSessionLost,
      ...(onStepUp ? { onStepUp } : {}),
      fetch: stub.fetch,
    });
    stub.on(factors, ({ headers }) =>
      headers.get('authorization') === 'Bearer fresh' ? { body: codes } : stepUpDenial(),
    );
    return { stub, api, onSessionLost, call: () => api.call('factors.create-recovery-codes', {}) };
  };

  it('is repeated once the user has confirmed, and does not end the session', async () => {
    let token = 'old';
    const { call, stub, onSessionLost } = setUp(
      () => token,
      async () => {
        token = 'fresh';
        return true;
      },
    );
    await expect(call()).resolves.toEqual(codes);
    expect(stub.requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer old', 'Bearer fresh']);
    expect(onSessionLost).not.toHaveBeenCalled();
  });

  it('is recognized by its body, not by a header that can be renamed, and asks for aal2', async () => {
    const { headers: _dropped, ...denial } = stepUpDenial();
    const asked = jest.fn(async () => false);
    const { call, stub, onSessionLost } = setUp(() => 'old', asked);
    stub.on(factors, denial);
    await expect(call()).rejects.toMatchObject({ code: 'insufficient_authentication' });
    expect(asked).toHaveBeenCalledWith({ assurance: 'aal2' });
    expect(onSessionLost).not.toHaveBeenCalled();
  });

  it('fails with the code of the denial when the user cancels, or nothing asks', async () => {
    for (const onStepUp of [async () => false, undefined]) {
      const { call, onSessionLost } = setUp(() => 'old', onStepUp);
      await expect(call()).rejects.toMatchObject({ code: 'insufficient_authentication', status: 401 });
      expect(onSessionLost).not.toHaveBeenCalled();
    }
  });

  it('asks nothing when another tab has confirmed meanwhile', async () => {
    const tokens = ['old', 'fresh'];
    const asked = jest.fn(async () => true);
    const { call } = setUp(() => (tokens.length > 1 ? tokens.shift() : tokens[0]) ?? '', asked);
    await expect(call()).resolves.toEqual(codes);
    expect(asked).not.toHaveBeenCalled();
  });

  it('is not repeated forever when confirming does not help', async () => {
    const asked = jest.fn(async () => true);
    const { call, stub } = setUp(() => 'old', asked);
    await expect(call()).rejects.toMatchObject({ code: 'insufficient_authentication' });
    expect(asked).toHaveBeenCalledTimes(2);
    expect(stub.requests).toHaveLength(3);
  });
});

describe('the question', () => {
  it('is one for calls that are denied at the same time, and takes the stronger demand', async () => {
    const stepUp = createStepUp();
    const answers = [stepUp.request({ assurance: 'aal1' }), stepUp.request({ assurance: 'aal2' })];
    expect(stepUp.get()).toEqual({ assurance: 'aal2' });
    stepUp.finish(true);
    await expect(Promise.all(answers)).resolves.toEqual([true, true]);
    expect(stepUp.get()).toBeNull();
    stepUp.finish(false);
  });
});

describe('the step-up dialog', () => {
  const open = async (factors: object = noFactors, assurance: 'aal1' | 'aal2' = 'aal1') => {
    const cognito = createFakeCognito();
    const api = createApiStub();
    const app = renderApp('/streaming', { signedIn: true, api, cognito });
    api.on('GET /api/content', { body: { items: [], next_cursor: null } });
    api.on('GET /api/watch-history', { body: { items: [], next_cursor: null } });
    api.on('GET /api/factors', { body: factors });
    api.on('POST /api/factors/totp', ({ headers }) =>
      headers.get('authorization') === 'Bearer access-token+'
        ? { body: { secret: 'ABCDEF', uri: 'otpauth://totp/Soundstage?secret=ABCDEF' } }
        : stepUpDenial(assurance),
    );
    await app.user.click(await screen.findByRole('button', { name: 'Profile' }));
    await app.user.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }));
    await screen.findByRole('dialog', { name: "Confirm that it's you" });
    return { ...app, cognito, api };
  };
  const field = (label: string) => screen.findByLabelText(label, { exact: true, selector: 'input' });

  it('asks for the password and the code, and continues with what was denied', async () => {
    const { user, cognito } = await open();
    cognito.steps = [poolError('NotAuthorizedException', 'Incorrect username or password.'), 'totp', 'done'];
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Enter your password.')).toBeInTheDocument();
    await user.type(await field('Password'), 'wrong{Enter}');
    expect(await screen.findByText('Incorrect username or password.')).toBeInTheDocument();
    await user.clear(await field('Password'));
    await user.type(await field('Password'), 'right{Enter}');
    await user.type(await field('Code'), '123456{Enter}');
    expect(await screen.findByRole('img', { name: 'QR code for your authenticator app' })).toBeInTheDocument();
    expect(cognito.calls).toEqual([
      ['confirmWithPassword', 'wrong'],
      ['confirmWithPassword', 'right'],
      ['confirmWithCode', '123456'],
    ]);
    expect(await axeViolations()).toEqual([]);
  });

  it('asks for the code of an SMS after the password', async () => {
    const { user, cognito } = await open();
    cognito.steps = ['sms', 'done'];
    await user.type(await field('Password'), 'right{Enter}');
    expect(await screen.findByText('Enter the 6-digit code that we sent to your phone.')).toBeInTheDocument();
    await user.type(await field('Code'), '123456{Enter}');
    expect(await screen.findByRole('img', { name: 'QR code for your authenticator app' })).toBeInTheDocument();
  });

  it('accepts a code alone while the password is fresh, and otherwise asks for the password', async () => {
    const added = { id: 'phone', factor_type: 'phone', status: 'verified', name: '', hint: '78', created_at: null };
    const { user, cognito, api } = await open({ ...noFactors, items: [added], next_level: 'aal2' }, 'aal2');
    const text = { name: 'Text a code to the phone ending in 78' };
    api.on('POST /api/factors/phone/challenge', stepUpDenial());
    await user.click(await screen.findByRole('button', text));
    expect(await screen.findByText(/You signed in too long ago/)).toBeInTheDocument();
    const challenge_id = '11111111-2222-4333-8444-555555555555';
    const expires_at = '2026-11-24T10:03:00.000Z';
    api.on('POST /api/factors/phone/challenge', { body: { id: challenge_id, expires_at } });
    await user.click(screen.getByRole('button', text));
    const tokens = { access_token: 'a', id_token: 'i', refresh_token: 'r', token_type: 'bearer', expires_in: 3600 };
    api.on('POST /api/factors/phone/verify', { body: tokens });
    await user.type(await field('Code'), '123456{Enter}');
    expect(await screen.findByRole('img', { name: 'QR code for your authenticator app' })).toBeInTheDocument();
    expect(cognito.calls).toEqual([['acceptTokens', tokens]]);
    const sent = api.requests.filter(({ url }) => url.startsWith('/api/factors/phone'));
    expect(sent.map(({ body }) => body)).toEqual([
      { channel: 'sms' },
      { channel: 'sms' },
      { challenge_id, code: '123456' },
    ]);
  });

  it('canceled, fails what was denied and says why', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Cancel', hidden: false }));
    expect(await screen.findByText('Confirm that it is you to continue')).toBeInTheDocument();
    expect(screen.queryByRole('dialog', { name: "Confirm that it's you" })).toBeNull();
  });

  it('closes when another tab has confirmed', async () => {
    const { cognito, services } = await open();
    cognito.token = 'access-token+';
    const key = `CognitoIdentityServiceProvider.${services.config.userPoolClientId}.someone.accessToken`;
    window.dispatchEvent(new StorageEvent('storage', { key }));
    expect(await screen.findByRole('img', { name: 'QR code for your authenticator app' })).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: "Confirm that it's you" })).toBeNull());
  });
});
