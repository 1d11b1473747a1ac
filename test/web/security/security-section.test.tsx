import { screen, waitFor, within } from '@testing-library/react';
import { createApiStub, noFactors } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { renderApp } from '../support/render-app.tsx';

const totp = { id: 'totp', factor_type: 'totp', status: 'verified', name: '', created_at: '2026-11-20T10:00:00.000Z' };
const passkey = { ...totp, id: 'passkey-1', factor_type: 'passkey', name: 'Laptop' };

const open = async (factors: object = noFactors) => {
  const api = createApiStub();
  api.on('GET /api/factors', { body: factors });
  api.on('GET /api/content', { body: { items: [], next_cursor: null } });
  api.on('GET /api/watch-history', { body: { items: [], next_cursor: null } });
  const app = renderApp('/streaming', { signedIn: true, api });
  await app.user.click(await screen.findByRole('button', { name: 'Profile' }));
  await screen.findByRole('heading', { name: 'Security' });
  return app;
};
const calls = (api: ReturnType<typeof createApiStub>) =>
  api.requests.filter(({ url, method }) => url.startsWith('/api/factors') && method !== 'GET');

describe('security in the profile', () => {
  it('sets up an authenticator app and shows the recovery codes once', async () => {
    const { user, api } = await open();
    expect(await screen.findByText(/No second factor yet/)).toBeInTheDocument();
    api.on('POST /api/factors/totp', { body: { secret: 'ABCDEF', uri: 'otpauth://totp/Soundstage?secret=ABCDEF' } });
    await user.click(screen.getByRole('button', { name: 'Set up an authenticator app' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Set up an authenticator app' }));
    expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeInTheDocument();
    expect(dialog.getByText('ABCDEF')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Code from the app'), '12{Enter}');
    expect(dialog.getByText('Enter the 6-digit code.')).toBeInTheDocument();
    api.on('POST /api/factors/totp/setup', {
      status: 400,
      body: { code: 'code_rejected', title: 'Wrong', status: 400, requestId: 'r' },
    });
    await user.type(dialog.getByLabelText('Code from the app'), '3456{Enter}');
    expect(await dialog.findByText(/Check that the clock of your phone is right/)).toBeInTheDocument();
    api.on('POST /api/factors/totp/setup', { body: { recovery_codes: ['AAAA-1111', 'BBBB-2222'] } });
    await user.click(dialog.getByRole('button', { name: 'Turn on' }));
    const list = await screen.findByRole('list', { name: 'Recovery codes' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['AAAA-1111', 'BBBB-2222']);
    expect(await axeViolations()).toEqual([]);
    await user.click(screen.getByRole('button', { name: "I've saved them" }));
    await waitFor(() => expect(screen.queryByText('AAAA-1111')).toBeNull());
  });

  it('adds a phone, whose number is never shown again, and removes it', async () => {
    const { user, api } = await open();
    await user.click(await screen.findByRole('button', { name: 'Add a phone' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a phone' }));
    await user.type(dialog.getByLabelText('Phone number'), '0151 12345678{Enter}');
    expect(dialog.getByText(/Enter the number with its country code/)).toBeInTheDocument();
    api.on('POST /api/factors/phone', { status: 204 });
    await user.clear(dialog.getByLabelText('Phone number'));
    await user.type(dialog.getByLabelText('Phone number'), '+49 (151) 1234-5678{Enter}');
    const code = await dialog.findByLabelText('Code from the SMS');
    expect(code).toHaveFocus();
    api.on('POST /api/factors/phone/setup', { body: { recovery_codes: ['AAAA-1111'] } });
    api.on('GET /api/factors', {
      body: { ...noFactors, recovery_codes: 1, items: [{ ...totp, id: 'phone', factor_type: 'phone', hint: '78' }] },
    });
    await user.type(code, '123456{Enter}');
    await user.click(await screen.findByRole('button', { name: "I've saved them" }));
    expect(await screen.findByText('Phone ending in 78')).toBeInTheDocument();
    expect(screen.queryByText(/12345678/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add a phone' })).toBeNull();
    api.on('DELETE /api/factors/phone', { status: 204 });
    await user.click(screen.getByRole('button', { name: 'Remove Phone ending in 78' }));
    const confirm = within(await screen.findByRole('alertdialog'));
    expect(confirm.getByText(/its number is deleted/)).toBeInTheDocument();
    expect(await axeViolations()).toEqual([]);
    await user.click(confirm.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(calls(api).map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', '/api/factors/phone', { phone: '+4915112345678' }],
      ['POST', '/api/factors/phone/setup', { code: '123456' }],
      ['DELETE', '/api/factors/phone', undefined],
    ]);
  });

  it('offers no phone in a stage without SMS', async () => {
    await open({ ...noFactors, phones_offered: false });
    expect(await screen.findByRole('button', { name: 'Set up an authenticator app' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Add a phone' })).toBeNull();
  });

  it('lists, renames and removes factors', async () => {
    const { user, api } = await open({
      ...noFactors,
      items: [totp, passkey],
      recovery_codes: 1,
      current_level: 'aal2',
      next_level: 'aal2',
    });
    expect(await screen.findByText('1 recovery code left')).toBeInTheDocument();
    expect(screen.getByText('You signed in with a second factor.')).toBeInTheDocument();
    api.on('PATCH /api/factors/passkey-1', { status: 204 });
    await user.click(screen.getByRole('button', { name: 'Rename Laptop' }));
    const name = await screen.findByLabelText('Name');
    await user.clear(name);
    await user.type(name, 'Old laptop{Enter}');
    await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull());
    api.on('DELETE /api/factors/totp', { status: 204 });
    await user.click(screen.getByRole('button', { name: 'Remove Authenticator app' }));
    const confirm = within(await screen.findByRole('alertdialog'));
    await user.click(confirm.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(calls(api).map(({ method, url, body }) => [method, url, body])).toEqual([
      ['PATCH', '/api/factors/passkey-1', { name: 'Old laptop' }],
      ['DELETE', '/api/factors/totp', undefined],
    ]);
  });

  it('asks for a new app after a recovery code removed the old one, and reports a failed load', async () => {
    await open({ ...noFactors, setup_wanted: true });
    expect(await screen.findByText(/Your lost second factors no longer protect your account/)).toBeInTheDocument();
  });
});
