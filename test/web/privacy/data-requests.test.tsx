import { screen, within } from '@testing-library/react';
import type { UserDataRequest } from '../../../lambdas/contract/people/data-requests.ts';
import { createApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { renderApp } from '../support/render-app.tsx';
import { problem } from '../admin/users-fixture.ts';

const LIST = 'GET /api/admin/data-requests';

const request = (number: number, fields: Partial<UserDataRequest> = {}): UserDataRequest => ({
  id: `req_01HZX3V5Q8W9T2M4N6P7R8S0A${number}`,
  user_id: `abcdef0${number}-2222-4333-8444-555555555555`,
  request_type: 'export',
  status: 'completed',
  created_at: '2026-03-04T05:06:07.000Z',
  expires_at: '2026-03-11T05:06:07.000Z',
  held_since: null,
  ...fields,
});

describe("the administrators' table of data requests", () => {
  it('shows the columns of the specification and all four states', async () => {
    const items = (['pending', 'processing', 'completed', 'rejected'] as const).map((status, index) =>
      request(index, { status, ...(status === 'rejected' ? { request_type: 'erasure', expires_at: null } : {}) }),
    );
    const api = createApiStub().on(LIST, { body: { items, next_cursor: null } });
    renderApp('/admin/privacy', { signedIn: true, me: { role: 'admin' }, api });
    const table = within(await screen.findByRole('table', { name: 'User Data Requests' }));
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'User ID',
      'Request Type',
      'Status',
      'Created',
      'Expires',
    ]);
    for (const { status } of items) expect(table.getByText(status)).toBeVisible();
    expect(table.getByText('abcdef01…')).toHaveAttribute('title', items[1]?.user_id);
    const last = within(table.getAllByRole('row')[4] ?? document.body);
    expect(last.getByText('Erasure')).toBeVisible();
    expect(last.getByText('—')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('says that an erasure waits for a legal hold', async () => {
    const held = request(1, { request_type: 'erasure', status: 'pending', held_since: '2026-03-05T05:06:07.000Z' });
    const api = createApiStub().on(LIST, { body: { items: [held], next_cursor: null } });
    renderApp('/admin/privacy', { signedIn: true, me: { role: 'admin' }, api });
    expect(await screen.findByText(/^waits for a legal hold since .*2026/)).toBeVisible();
  });

  it('loads the next page, and says when that fails', async () => {
    const api = createApiStub().on(LIST, { body: { items: [request(1)], next_cursor: 'next' } });
    const { user } = renderApp('/admin/privacy', { signedIn: true, me: { role: 'admin' }, api });
    const more = await screen.findByRole('button', { name: 'Load more' });
    api.on(LIST, problem('validation_failed', 400));
    await user.click(more);
    expect(await screen.findByText('Failed to load more. Please try again.')).toBeVisible();
    api.on(LIST, { body: { items: [request(2)], next_cursor: null } });
    await user.click(more);
    expect(await screen.findByText('abcdef02…')).toBeVisible();
  });

  it('shows an empty list differently from one that failed to load', async () => {
    const api = createApiStub().on(LIST, problem('validation_failed', 400));
    const { user } = renderApp('/admin/privacy', { signedIn: true, me: { role: 'admin' }, api });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    api.on(LIST, { body: { items: [], next_cursor: null } });
    await user.click(retry);
    expect(await screen.findByText('No data requests yet.')).toBeVisible();
  });

  it('is for administrators only', async () => {
    renderApp('/admin/privacy', { signedIn: true, me: { role: 'moderator' }, api: createApiStub() });
    expect(await screen.findByText('Admin access required')).toBeVisible();
  });
});
