import { webcrypto } from 'node:crypto';
import { screen, waitFor, within } from '@testing-library/react';
import { smartToken } from '../../support/screens/security-program.ts';
import { createApiStub, type StubAnswer } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { renderApp } from '../support/render-app.tsx';

const LIST = 'GET /api/smart-tokens';
const CREATE = 'POST /api/smart-tokens';
const problem = (status: number, code: string): StubAnswer => ({
  status,
  body: { code, title: code, status, requestId: 'r1' },
});
const { user_name: _name, ...token } = smartToken();

// jsdom has none.
Object.defineProperty(globalThis.crypto, 'subtle', { value: webcrypto.subtle, configurable: true });

const openTokens = async (items: readonly object[]) => {
  const api = createApiStub().on(LIST, { body: { items } });
  const app = renderApp('/streaming', { signedIn: true, api });
  await app.user.click(await screen.findByRole('button', { name: 'Profile' }));
  await app.user.click(await screen.findByText('Smart tokens'));
  return { ...app, api };
};

describe("the user's own smart tokens", () => {
  it('are created with a key that only the file contains, which is offered once', async () => {
    const files: Blob[] = [];
    URL.createObjectURL = jest.fn((file: Blob) => {
      files.push(file);
      return 'blob:x';
    });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { api, user } = await openTokens([]);
    expect(await screen.findByText('No smart tokens yet.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Create a smart token' }));
    const form = within(await screen.findByRole('dialog', { name: 'Create a smart token' }));
    await user.click(form.getByRole('button', { name: 'Create' }));
    expect(form.getByText('Enter a name.')).toBeVisible();
    await user.type(form.getByLabelText('Name'), 'Backup script');
    await user.selectOptions(form.getByLabelText('Use'), 'Read the catalog and the history');
    api.on(CREATE, problem(500, 'internal'));
    await user.click(form.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('Token Creation Failed')).toBeVisible();
    expect(screen.getByText('Unable to create security token. Please try again.')).toBeVisible();
    api.on(CREATE, { status: 201, body: { ...token, use: 'api', token: 'sst_secret' } }).on(LIST, {
      body: { items: [token] },
    });
    await user.click(form.getByRole('button', { name: 'Create' }));
    const ready = within(await screen.findByRole('dialog', { name: 'Save the credentials' }));
    expect(await axeViolations()).toEqual([]);
    await user.click(ready.getByRole('button', { name: 'Download credentials' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Save the credentials' })).toBeNull());
    const [file] = files;
    const saved = JSON.parse(await new Response(file).text()) as { readonly private_key: Record<string, string> };
    const { d = '', ...publicKey } = saved.private_key;
    expect(saved).toEqual({
      site: window.location.origin,
      token: 'sst_secret',
      use: 'api',
      expires_at: token.expires_at,
      private_key: { ...publicKey, d },
    });
    const created = api.requests.filter(({ method, url }) => `${method} ${url}` === CREATE).at(-1);
    expect(created?.body).toEqual({ name: 'Backup script', use: 'api', key: publicKey });
    expect([publicKey['kty'], publicKey['crv'], d]).toEqual(['EC', 'P-256', expect.stringMatching(/^[\w-]{43}$/)]);
    expect(await screen.findByRole('list', { name: 'Your smart tokens' })).toBeVisible();
  });

  it('say why they were revoked, and are revoked with a reason', async () => {
    const REVOKE = `POST /api/smart-tokens/${token.id}/revoke`;
    const revoked = { ...token, state: 'revoked', revoked_at: token.created_at, revoke_reason: 'Auto-refreshed' };
    const { api, user } = await openTokens([token, { ...revoked, id: `${token.id.slice(0, -1)}2`, name: 'Old' }]);
    const list = within(await screen.findByRole('list', { name: 'Your smart tokens' }));
    expect(list.getByText(/^Revoked on .*: Auto-refreshed$/)).toBeVisible();
    expect(list.queryByRole('button', { name: 'Revoke Old' })).toBeNull();
    await user.click(list.getByRole('button', { name: 'Revoke Backup script' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke Backup script?' }));
    // No one but its user sees the reason: the audit log does not contain it.
    expect(dialog.getByText('Shown with the token.')).toBeVisible();
    await user.type(dialog.getByLabelText('Reason'), 'No longer needed');
    api.on(REVOKE, problem(409, 'invalid_state'));
    await user.click(dialog.getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('Revocation Failed')).toBeVisible();
    expect(screen.getByText('The token is not active any more. The list was reloaded.')).toBeVisible();
    expect(api.requests.find(({ method, url }) => `${method} ${url}` === REVOKE)?.body).toEqual({
      reason: 'No longer needed',
    });
  });
});
