import { screen, within } from '@testing-library/react';
import type { UserDataRequestDetails } from '../../../lambdas/contract/admin/data-request-details.ts';
import type { UserDataRequest } from '../../../lambdas/contract/people/data-requests.ts';
import { axeViolations } from '../support/axe.ts';
import { renderApp } from '../support/render-app.tsx';
import { problem } from '../admin/users-fixture.ts';
import { privacyApi } from './privacy-fixture.ts';

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
    const api = privacyApi().on(LIST, { body: { items, next_cursor: null } });
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
    const api = privacyApi().on(LIST, { body: { items: [held], next_cursor: null } });
    renderApp('/admin/privacy', { signedIn: true, me: { role: 'admin' }, api });
    expect(await screen.findByText(/^waits for a legal hold since .*2026/)).toBeVisible();
  });

  const openDetails = async (row: UserDataRequest, fields: Partial<UserDataRequestDetails>) => {
    const details = { cause: null, asked_by: 'user', completed_at: null, step: null, failure: null } as const;
    const api = privacyApi()
      .on(LIST, { body: { items: [row], next_cursor: null } })
      .on(`GET /api/admin/data-requests/${row.user_id}/${row.id}`, {
        body: { ...row, ...details, receipt: null, receipt_mailed: null, ...fields },
      });
    const { user } = renderApp('/admin/privacy', { signedIn: true, me: { role: 'admin' }, api });
    const toggle = await screen.findByRole('button', { name: /^Details of the erasure of abcdef01 at/ });
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await user.click(toggle);
    return { user, toggle };
  };

  it('opens a request to its step and the cause of its failure', async () => {
    const failure = { at: '2026-03-06T05:06:07.000Z', error: 'billing_unavailable' };
    const row = request(1, { request_type: 'erasure', status: 'processing' });
    const { user, toggle } = await openDetails(row, { step: 'payments', failure, asked_by: 'operator' });
    expect(await screen.findByText(/^Step 2 of 8: Ending the subscription/)).toBeVisible();
    expect(screen.getByText(/^Stripe could not be reached.* Error: billing_unavailable/)).toBeVisible();
    expect(screen.getByText('An operator asked for this on behalf of the user.')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    await user.click(toggle);
    expect(screen.queryByText(/^Step 2/)).toBeNull();
  });

  it('says that the payments failed, not the erasure, while that waits for a legal hold', async () => {
    const failure = { at: '2026-03-06T05:06:07.000Z', error: 'billing_unavailable' };
    const held = { request_type: 'erasure', status: 'pending', held_since: '2026-03-05T05:06:07.000Z' } as const;
    await openDetails(request(1, held), { failure });
    expect(await screen.findByText(/^The subscription could not be ended: Stripe could not be reached/)).toBeVisible();
  });

  it('opens a complete erasure to its receipt', async () => {
    const row = request(1, { request_type: 'erasure' });
    await openDetails(row, {
      completed_at: '2026-03-06T05:06:07.000Z',
      receipt: {
        lines: [{ store: 'table', what: 'history', count: 12, action: 'deleted' }],
        exceptions: [{ what: 'Server logs', reason: 'They show failures.', until: '2027-03-06T05:06:07.000Z' }],
      },
      receipt_mailed: false,
    });
    expect(await screen.findByText('table: history, 12 deleted')).toBeVisible();
    expect(screen.getByText('Server logs (until March 6, 2027). They show failures.')).toBeVisible();
    expect(screen.getByText(/could not be mailed/)).toBeVisible();
  });

  it('loads the next page, and says when that fails', async () => {
    const api = privacyApi().on(LIST, { body: { items: [request(1)], next_cursor: 'next' } });
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
    const api = privacyApi().on(LIST, problem('validation_failed', 400));
    const { user } = renderApp('/admin/privacy', { signedIn: true, me: { role: 'admin' }, api });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    api.on(LIST, { body: { items: [], next_cursor: null } });
    await user.click(retry);
    expect(await screen.findByText('No data requests yet.')).toBeVisible();
  });

  it('is for administrators only', async () => {
    renderApp('/admin/privacy', { signedIn: true, me: { role: 'moderator' }, api: privacyApi() });
    expect(await screen.findByText('Admin access required')).toBeVisible();
  });
});
