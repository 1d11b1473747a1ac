import { screen, waitFor, within } from '@testing-library/react';
import type { CleanupRun } from '../../../lambdas/contract/admin/retention.ts';
import { policiesAt } from '../../../lambdas/domain/privacy/policies.ts';
import { contentId, contentView } from '../support/content-view.ts';
import { axeViolations } from '../support/axe.ts';
import { renderApp } from '../support/render-app.tsx';
import { privacyApi } from './privacy-fixture.ts';

const someRun = (fields: Partial<CleanupRun> = {}): CleanupRun => ({
  id: '01HZX3V5Q8W9T2M4N6P7R8S0A1',
  started_at: '2026-03-04T05:06:07.000Z',
  finished_at: '2026-03-04T05:06:09.000Z',
  started_by: 'schedule',
  dry_run: false,
  total_records_cleaned: 0,
  tables: [],
  ...fields,
});

const open = (role: 'admin' | 'moderator' = 'admin', runs: readonly CleanupRun[] = []) => {
  const policies = policiesAt(runs[0]?.finished_at ?? null);
  const api = privacyApi().on('GET /api/admin/retention-policies', { body: { items: policies, runs } });
  return renderApp('/admin/privacy', { signedIn: true, me: { role }, api });
};

describe('the privacy page', () => {
  it("shows the retention table with the specification's columns", async () => {
    open('admin', [someRun({ total_records_cleaned: 3, tables: [{ table_name: 'security_events', records: 3 }] })]);
    const table = within(await screen.findByRole('region', { name: 'Data retention policies' }));
    const row = await table.findByRole('row', { name: /^Security events/ });
    expect(
      table
        .getAllByRole('columnheader')
        .slice(0, 4)
        .map(({ textContent }) => textContent),
    ).toEqual(['Table', 'Retention Period', 'Last Cleanup', 'Auto Cleanup']);
    const [period, last, auto] = within(row).getAllByRole('cell');
    expect(period).toHaveTextContent('365 days');
    expect(last).toHaveTextContent(/2026/);
    expect(auto).toHaveTextContent('On, daily');
    expect(within(table.getByRole('row', { name: /^Plays/ })).getAllByRole('cell')[1]).toHaveTextContent('Continuous');
    expect(table.getByText('Security events: 3')).toBeVisible();
    expect(screen.queryByRole('row', { name: /_/ })).not.toBeInTheDocument();
    expect(await axeViolations()).toEqual([]);
  });

  it('runs the cleanup to its end and shows the count', async () => {
    const { user, api } = open();
    let calls = 0;
    api.on('POST /api/rpc/cleanup_expired_data', () => {
      calls += 1;
      return { body: someRun({ total_records_cleaned: calls * 2, ...(calls < 3 ? { finished_at: null } : {}) }) };
    });
    await user.click(await screen.findByRole('button', { name: 'Run Data Cleanup' }));
    expect(await screen.findByText('Data cleanup completed')).toBeVisible();
    expect(screen.getByText('6 records removed.')).toBeVisible();
    const id = someRun().id;
    expect(api.requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { dry_run: false },
      { dry_run: false, run_id: id },
      { dry_run: false, run_id: id },
    ]);
  });

  it('counts in a dry run without removing', async () => {
    const { user, api } = open();
    api.on('POST /api/rpc/cleanup_expired_data', { body: someRun({ dry_run: true, total_records_cleaned: 1 }) });
    await user.click(await screen.findByRole('button', { name: 'Dry run' }));
    expect(await screen.findByText('A cleanup would remove 1 record. Nothing was removed.')).toBeVisible();
    expect(api.requests.find(({ method }) => method === 'POST')?.body).toEqual({ dry_run: true });
  });

  it('says when the cleanup failed', async () => {
    const { user, api } = open();
    api.on('POST /api/rpc/cleanup_expired_data', { status: 503, body: {} });
    await user.click(await screen.findByRole('button', { name: 'Run Data Cleanup' }));
    expect(await screen.findByText('Cleanup failed')).toBeVisible();
    expect(screen.getByText('Failed to run data cleanup. Please try again.')).toBeVisible();
  });

  it('states what the numbers about consent mean', async () => {
    open();
    const section = within(await screen.findByRole('region', { name: 'Consent' }));
    expect(await section.findByText(/^Accounts that stored a decision in the consent dialog/)).toBeVisible();
    expect(section.getByText('Accounts that decided').nextSibling).toHaveTextContent('12');
    expect(section.getByText('Marketing & Communications').nextSibling).toHaveTextContent('1');
  });

  it('is for administrators', async () => {
    const { api } = open('moderator');
    expect(await screen.findByText('Admin access required')).toBeVisible();
    expect(api.requests.some(({ url }) => url.includes('retention'))).toBe(false);
  });
});

describe('the legal holds', () => {
  const userId = 'abcdef01-2222-4333-8444-555555555555';
  const LIST = 'GET /api/admin/legal-holds';
  const RELEASE = `POST /api/admin/legal-holds/${userId}/release`;
  const hold = { user_id: userId, reason: 'Lawsuit 7', set_at: '2026-03-04T05:06:07.000Z', set_by: userId };
  const heldTitle = { content_id: contentId(), title: 'Viper', reason: 'Lawsuit 8', set_at: hold.set_at };

  it('are listed with their reason, and released with one', async () => {
    const { user, api } = open();
    api.on(LIST, { body: { items: [hold], titles: [heldTitle] } });
    const section = within(await screen.findByRole('region', { name: 'Legal holds' }));
    const row = await section.findByRole('row', { name: /Lawsuit 7/ });
    expect(within(row).getByRole('cell', { name: /2026/ })).toBeVisible();
    await user.click(within(row).getByRole('button', { name: 'Release the legal hold of abcdef01' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Release the legal hold?' }));
    await user.click(dialog.getByRole('button', { name: 'Release' }));
    expect(dialog.getByText('Enter a reason.')).toBeVisible();
    await user.type(dialog.getByLabelText('Reason'), 'Settled');
    api.on(RELEASE, { status: 404, body: { code: 'not_found', title: 'Not found', status: 404, requestId: 'r1' } });
    await user.click(dialog.getByRole('button', { name: 'Release' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent("The legal hold couldn't be released.");
    expect(await axeViolations()).toEqual([]);
    api.on(RELEASE, { status: 204 }).on(LIST, { body: { items: [], titles: [heldTitle] } });
    await user.click(dialog.getByRole('button', { name: 'Release' }));
    await waitFor(() => expect(section.queryByRole('row', { name: /Lawsuit 7/ })).not.toBeInTheDocument());
    expect(api.requests.at(-2)?.body).toEqual({ reason: 'Settled' });
  });

  it('of titles are listed with the title, and released with a reason', async () => {
    const { user, api } = open();
    api.on(LIST, { body: { items: [], titles: [heldTitle] } });
    const table = within(await screen.findByRole('table', { name: 'Titles under a legal hold' }));
    expect(table.getByRole('row', { name: /Viper.*Lawsuit 8/ })).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    await user.click(table.getByRole('button', { name: 'Release the legal hold of Viper' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Release the legal hold?' }));
    await user.type(dialog.getByLabelText('Reason'), 'Settled');
    api.on(`POST /api/content/${contentId()}/hold/release`, { body: contentView() });
    api.on(LIST, { body: { items: [], titles: [] } });
    await user.click(dialog.getByRole('button', { name: 'Release' }));
    expect(await screen.findByText('No legal hold applies.')).toBeVisible();
    expect(api.requests.find(({ url }) => url.endsWith('/hold/release'))?.body).toEqual({ reason: 'Settled' });
  });
});
