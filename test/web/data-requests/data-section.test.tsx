import { screen, waitFor, within } from '@testing-library/react';
import type { DataRequest } from '../../../lambdas/contract/people/data-requests.ts';
import { createApiStub, type ApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { renderApp } from '../support/render-app.tsx';
import { problem } from '../admin/users-fixture.ts';

const LIST = 'GET /api/data-requests';
const ASK = 'POST /api/data-requests';
const ID = 'req_01HZX3V5Q8W9T2M4N6P7R8S0A1';

const request = (fields: Partial<DataRequest> = {}): DataRequest => ({
  id: ID,
  request_type: 'export',
  status: 'completed',
  created_at: '2026-03-04T05:06:07.000Z',
  expires_at: '2099-03-11T05:06:07.000Z',
  held_since: null,
  size: 1000,
  ...fields,
});
const list = (...items: readonly DataRequest[]) => ({ body: { items, held_since: null } });

/** The bodies of the calls that were posted to a path. */
const calls = (api: ApiStub, path: string): readonly unknown[] =>
  api.requests.filter(({ method, url }) => method === 'POST' && url === path).map(({ body }) => body);

const openSection = async (api: ApiStub) => {
  const app = renderApp('/history', {
    signedIn: true,
    api: api.on('GET /api/history-settings', { body: { paused: false, paused_at: null } }),
  });
  await app.user.click(await screen.findByRole('button', { name: 'Profile' }));
  const section = within(await screen.findByRole('region', { name: 'Your data' }));
  return { ...app, section };
};

describe('the data of a user in the profile', () => {
  it('asks for an export, and shows that it is being made', async () => {
    const api = createApiStub().on(LIST, list());
    const { section, user } = await openSection(api);
    const pending = request({ status: 'pending', expires_at: null, size: null });
    api.on(ASK, { status: 202, body: pending });
    const button = await section.findByRole('button', { name: 'Export my data' });
    api.on(LIST, list(pending));
    await user.click(button);
    expect(await section.findByText(/being made/)).toBeVisible();
    expect(section.queryByRole('button', { name: 'Export my data' })).toBeNull();
    expect(await axeViolations()).toEqual([]);
  });

  it('offers a complete export until it expires', async () => {
    const { section } = await openSection(createApiStub().on(LIST, list(request())));
    expect(await section.findByText('Your export is ready. Download it until March 11, 2099.')).toBeVisible();
    expect(section.getByRole('button', { name: 'Download' })).toBeVisible();
  });

  it('does not offer one that has expired', async () => {
    // The clock of these tests starts in 1970.
    const expired = request({ expires_at: '1969-03-11T05:06:07.000Z' });
    const { section } = await openSection(createApiStub().on(LIST, list(expired)));
    expect(await section.findByRole('button', { name: 'Export my data' })).toBeVisible();
    expect(section.queryByRole('button', { name: 'Download' })).toBeNull();
  });

  it('says so when the download fails', async () => {
    const api = createApiStub().on(LIST, list(request()));
    api.on(`POST /api/data-requests/${ID}/download`, problem('invalid_state', 409));
    const { section, user } = await openSection(api);
    await user.click(await section.findByRole('button', { name: 'Download' }));
    expect(await screen.findByText("The download couldn't be started. Please try again.")).toBeVisible();
  });

  it('deletes the account only after a confirmation, and signs out', async () => {
    const api = createApiStub().on(LIST, list());
    api.on(ASK, { status: 202, body: request({ request_type: 'erasure', status: 'pending' }) });
    const { section, user } = await openSection(api);
    await user.click(await section.findByRole('button', { name: 'Delete my account' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete your account?' }));
    expect(await axeViolations()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Keep my account' }));
    expect(calls(api, '/api/data-requests')).toEqual([]);
    await user.click(section.getByRole('button', { name: 'Delete my account' }));
    await user.click(await screen.findByRole('button', { name: 'Delete my account' }));
    expect(await screen.findByText('Your account will be deleted')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Profile' })).toBeNull());
  });

  it('says that a legal hold keeps the data, and when the account is deleted then', async () => {
    const since = '2026-03-05T05:06:07.000Z';
    const api = createApiStub().on(LIST, { body: { items: [], held_since: since } });
    api.on(ASK, { status: 202, body: request({ request_type: 'erasure', status: 'pending', held_since: since }) });
    const { section, user } = await openSection(api);
    expect(await section.findByText(/^Since March 5, 2026, the law forbids/)).toBeVisible();
    expect(section.getByRole('button', { name: 'Export my data' })).toBeEnabled();
    await user.click(section.getByRole('button', { name: 'Delete my account' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/Because of a legal hold.* A subscription ends in 24 hours, unless/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
    expect(await screen.findByText(/We delete it when the legal hold ends/)).toBeVisible();
  });

  it('explains why the last administrator stays', async () => {
    const api = createApiStub().on(LIST, list()).on(ASK, problem('last_admin', 409));
    const { section, user } = await openSection(api);
    await user.click(await section.findByRole('button', { name: 'Delete my account' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete my account' }));
    expect(await screen.findByText(/You are the last administrator/)).toBeVisible();
  });
});

describe('the page of the withdraw link', () => {
  const WITHDRAW = 'POST /api/functions/withdraw-erasure';
  const TOKEN = 's'.repeat(120);

  it('keeps the account when its button is pressed, and not before', async () => {
    const api = createApiStub().on(WITHDRAW, { status: 204 });
    const { user } = renderApp(`/keep-account#${TOKEN}`, { api });
    const button = await screen.findByRole('button', { name: 'Keep my account' });
    expect(await axeViolations()).toEqual([]);
    expect(calls(api, '/api/functions/withdraw-erasure')).toEqual([]);
    await user.click(button);
    expect(await screen.findByRole('heading', { name: 'You keep your account' })).toBeVisible();
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Sign In' })).toBeVisible();
  });

  it('says so when the link is late, and retries what may succeed', async () => {
    const api = createApiStub().on(WITHDRAW, problem('internal_error', 500));
    const { user } = renderApp(`/keep-account#${TOKEN}`, { api });
    await user.click(await screen.findByRole('button', { name: 'Keep my account' }));
    expect(await screen.findByText("Your account couldn't be reached. Please try again.")).toBeVisible();
    api.on(WITHDRAW, problem('code_rejected', 400));
    await user.click(screen.getByRole('button', { name: 'Keep my account' }));
    expect(await screen.findByRole('heading', { name: 'This link is not valid' })).toBeVisible();
  });
});
