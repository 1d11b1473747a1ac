import { act, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { EVENT_NAMES } from '../../../lambdas/contract/admin/security-kinds.ts';
import type { SecuritySettings } from '../../../lambdas/contract/admin/security-responses.ts';
import { Providers } from '../../../web/src/app/providers.tsx';
import { SecurityAlerts } from '../../../web/src/features/security-center/alerts/alerts.tsx';
import { eventNames } from '../../../web/src/core/security/texts.ts';
import { queryOf, readFilter, writeFilter } from '../../../web/src/features/security-center/log/filter.ts';
import { createApiStub, type ApiStub, type StubRequest } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { securityProgram } from '../../support/screens/security-program.ts';
import { renderApp } from '../support/render-app.tsx';
import {
  alertId,
  GRACE,
  securityAlert,
  securityEvent,
  securityOverview,
  securityResponse,
  securitySettings,
} from './security-fixture.ts';

const EVENTS = 'GET /api/admin/security-events';
const ALERTS = 'GET /api/admin/security-alerts';
const page = (items: readonly unknown[], next_cursor: string | null = null) => ({
  body: { items, next_cursor, filter_user_name: null },
});
const problem = (status: number, code: string) => ({ status, body: { code, title: code, status, requestId: 'r1' } });

const stub = (): ApiStub =>
  createApiStub()
    .on('GET /api/admin/security-overview', { body: securityOverview() })
    .on('GET /api/admin/implementation-phases', { body: securityProgram() })
    .on(EVENTS, page([securityEvent(2), securityEvent(1, 'token_moved')]))
    .on(ALERTS, { body: { items: [securityAlert()] } })
    .on('GET /api/admin/security-responses', { body: { items: [securityResponse()] } })
    .on('GET /api/admin/security-settings', { body: securitySettings() });

const open = (tab: string, api = stub(), role: 'admin' | 'moderator' = 'admin') =>
  renderApp(`/admin/security?tab=${tab}`, { signedIn: true, me: { role }, api });

const sent = (api: ApiStub, route: string): readonly StubRequest[] =>
  api.requests.filter(({ method, url }) => `${method} ${url.split('?')[0] ?? ''}` === route);

const tableCells = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));

describe('the overview', () => {
  it('shows the score with its parts, and the numbers of the plots as tables', async () => {
    const { user } = open('overview');
    const score = within(await screen.findByRole('region', { name: 'Security score' }));
    expect(score.getByText('30 of 100')).toBeVisible();
    expect(tableCells(score.getByRole('table'))).toEqual([['High', '1', '70']]);
    const hours = screen.getByRole('figure', { name: /^Events of the last 24 hours by severity/ });
    expect(within(hours).getByRole('img', { name: 'Low: 72 in total, at most 3 in an hour' })).toBeVisible();
    expect(within(hours).getByRole('img', { name: 'Critical: 0 in total, at most 0 in an hour' })).toBeVisible();
    await user.click(within(hours).getByText('Show as a table'));
    const rows = tableCells(within(hours).getByRole('table'));
    expect(rows).toHaveLength(24);
    expect(rows.at(-1)?.slice(1)).toEqual(['0', '1', '0', '3', '12', '16']);
    expect(tableCells(screen.getByRole('table', { name: 'Events of the last 24 hours by kind' }))).toEqual([
      ['Sign-in not completed', '72'],
      ['Signed in', '12'],
      ['Session used in another browser', '1'],
    ]);
    const precision = tableCells(screen.getByRole('table', { name: 'Precision of each rule' }));
    expect(precision[0]?.at(-1)).toBe('75 % (95 % interval: 55 % to 88 %, n = 24)');
    expect(precision[1]?.at(-1)).toBe('Not enough data: 7 of 20 labels');
    expect(await axeViolations()).toEqual([]);
  });

  it('is for administrators only', async () => {
    const { api } = open('overview', stub(), 'moderator');
    expect(await screen.findByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Security' })).toBeNull();
    expect(api.requests.filter(({ url }) => url.includes('security'))).toEqual([]);
  });
});

describe('the live monitor', () => {
  it('shows the last events with their risk, and pauses', async () => {
    const { api, user } = open('monitor');
    const list = await screen.findByRole('list', { name: 'Latest events' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(2);
    expect(within(list).getByText('Risk 75 · High')).toBeVisible();
    expect(screen.getByText('Updated every minute')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    expect(screen.getByText('Paused')).toBeVisible();
    api.on(EVENTS, page([securityEvent(3, 'role_change')]));
    await user.click(screen.getByRole('button', { name: 'Resume' }));
    expect(await screen.findByText('Role changed')).toBeVisible();
    expect(screen.queryByText('Sign-in not completed')).toBeNull();
    expect(await axeViolations()).toEqual([]);
  });

  it('looks for its events on further pages, because pages can be short', async () => {
    const api = stub().on(EVENTS, ({ url }) =>
      url.includes('cursor=next') ? page([securityEvent(1)]) : page([securityEvent(2)], 'next'),
    );
    open('monitor', api);
    const list = await screen.findByRole('list', { name: 'Latest events' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  });

  it('records once that it could not be loaded', async () => {
    const LOG = 'POST /api/rpc/log_security_event';
    const api = stub().on(EVENTS, problem(403, 'forbidden')).on(LOG, { status: 204 });
    const { user } = open('monitor', api);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(sent(api, EVENTS).length).toBeGreaterThan(1));
    await screen.findByText('Failed to load the live monitor. Please try again.');
    expect(sent(api, LOG).map(({ body }) => body)).toEqual([
      { p_event_type: 'monitoring_error', p_resource_id: 'admin', p_metadata: { code: 'forbidden' } },
    ]);
  });
});

describe('the security alerts', () => {
  it('shows the evidence: the events of the alert, found by its rule, user and time', async () => {
    const others = [securityEvent(9)];
    const api = stub().on(EVENTS, ({ url }) =>
      url.includes('cursor=') ? page([securityEvent(1)]) : page([...others, securityEvent(3), securityEvent(2)], 'c'),
    );
    const { user } = open('alerts', api);
    expect(await screen.findByText('Risk 70 · High')).toBeVisible();
    await user.click(screen.getByText('Evidence'));
    const list = await screen.findByRole('list', { name: 'Events of the alert' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(3);
    const query = new URLSearchParams(sent(api, EVENTS)[0]?.url.split('?')[1]);
    expect(Object.fromEntries(query)).toEqual({
      event_type: 'login_failed',
      user_id: GRACE,
      from: '2026-11-28T15:47:59.000Z',
      to: '2026-11-28T15:48:01.000Z',
      limit: '100',
    });
    expect(await axeViolations()).toEqual([]);
  });

  it('acknowledges with a reason, and says when another tab was first', async () => {
    const ACKNOWLEDGE = `POST /api/admin/security-alerts/${alertId(1)}/acknowledge`;
    const { api, user } = open('alerts');
    api.on(ACKNOWLEDGE, () => {
      api.on(ALERTS, { body: { items: [] } });
      return problem(409, 'invalid_state');
    });
    await user.click(await screen.findByRole('button', { name: /^Acknowledge: / }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Acknowledge this alert?' }));
    await user.click(dialog.getByRole('button', { name: 'Acknowledge' }));
    expect(dialog.getByText('Enter a reason.')).toBeVisible();
    await user.type(dialog.getByLabelText('Reason'), 'A forgotten password');
    await user.click(dialog.getByRole('button', { name: 'Acknowledge' }));
    expect(await screen.findByText('The alert is acknowledged already. The list was reloaded.')).toBeVisible();
    expect(sent(api, ACKNOWLEDGE).map(({ body }) => body)).toEqual([{ reason: 'A forgotten password' }]);
    expect(await screen.findByText('No security alerts')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('saves a label, and keeps the list when that fails', async () => {
    const LABEL = `PUT /api/admin/security-alerts/${alertId(1)}/label`;
    const { api, user } = open('alerts');
    api.on(LABEL, problem(409, 'version_conflict'));
    await user.selectOptions(await screen.findByLabelText('What it was'), 'benign');
    expect(await screen.findByText(/The alert has changed meanwhile/)).toBeVisible();
    api.on(LABEL, () => {
      const label = { by: GRACE, by_name: 'Ben', at: '2026-11-28T16:00:00.000Z', value: 'benign' } as const;
      api.on(ALERTS, { body: { items: [securityAlert({ label })] } });
      return { body: securityAlert({ label }) };
    });
    await user.selectOptions(screen.getByLabelText('What it was'), 'benign');
    expect(await screen.findByText(/^Decided by Ben on /)).toBeVisible();
    expect(screen.getByLabelText('What it was')).toHaveValue('benign');
  });

  it('does what the rule proposes after a confirmation, and says when it had no effect', async () => {
    const RESPOND = 'POST /api/functions/security-response';
    const failed = securityResponse({ action: 'force_mfa', state: 'failed', error: 'The account was deleted.' });
    const { api, user } = open('alerts', stub().on(RESPOND, { status: 201, body: failed }));
    await user.click(await screen.findByRole('button', { name: 'Require a second factor: Grace Hopper' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Require a second factor?' }));
    await user.type(dialog.getByLabelText('Reason'), 'Guessing');
    await user.click(dialog.getByRole('button', { name: 'Require a second factor' }));
    expect(await screen.findByText('The account was deleted.')).toBeVisible();
    expect(sent(api, RESPOND).map(({ body }) => body)).toEqual([
      { action: 'force_mfa', triggerType: 'failed_logins', alertId: alertId(1), reason: 'Guessing' },
    ]);
  });

  it('offers only a notification for an alert without a user', async () => {
    const alert = securityAlert({ subject: 'visitor:0123456789abcdef', user_id: null, user_name: null });
    open('alerts', stub().on(ALERTS, { body: { items: [alert] } }));
    expect(await screen.findByRole('button', { name: 'Notify administrators: Visitor 01234567' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Require a second factor/ })).toBeNull();
  });
});

it('renders nothing in place of the alerts for others', async () => {
  const { api, services } = open('alerts', stub(), 'moderator');
  await screen.findByRole('heading', { level: 1, name: 'Access Denied' });
  const { container } = render(
    <Providers services={services}>
      <MemoryRouter>
        <SecurityAlerts />
      </MemoryRouter>
    </Providers>,
  );
  expect(container).toBeEmptyDOMElement();
  expect(sent(api, ALERTS)).toEqual([]);
});

describe('the alert toast', () => {
  const reload = async ({ services }: ReturnType<typeof open>) =>
    act(() => services.queries.invalidateQueries({ queryKey: ['security.list-alerts'] }));
  const urgent = (number: number) => securityAlert({ id: alertId(number), severity: 'critical' });

  it('appears once for each high or critical alert that arrives, with a link', async () => {
    const medium = securityAlert({ id: alertId(2), severity: 'medium', risk_score: 60 });
    const view = open('log', stub().on(ALERTS, { body: { items: [securityAlert(), medium] } }));
    const { api, user } = view;
    await screen.findByRole('list', { name: 'Security events' });
    expect(screen.queryByText('Security Alert')).toBeNull();
    api.on(ALERTS, { body: { items: [urgent(3), securityAlert(), medium] } });
    await reload(view);
    expect(await screen.findByText('Security Alert')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    // It grows, and must not be reported again.
    api.on(ALERTS, { body: { items: [{ ...urgent(3), count: 9 }, securityAlert(), medium] } });
    await reload(view);
    expect(screen.queryByText('Security Alert')).toBeNull();
    api.on(ALERTS, { body: { items: [urgent(3), securityAlert(), { ...medium, severity: 'high' }, urgent(4)] } });
    await reload(view);
    expect(await screen.findByText('2 new alerts of high or critical severity.')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Show alerts' }));
    expect(await screen.findByRole('tab', { name: 'Security Alerts', selected: true })).toBeVisible();
    expect(view.path()).toBe('/admin/security?tab=alerts');
  });
});

describe('the event log', () => {
  const FILTERS = `kind=role_change&category=system&severity=high&source=browser&user=${GRACE}&risk=40`;

  it('has the filters in the address, and omits what the API would reject', () => {
    const search = new URLSearchParams(`tab=log&${FILTERS}&from=2026-11-03&to=2026-11-04`);
    const values = readFilter(search);
    expect(queryOf(values)).toEqual({
      event_type: 'role_change',
      event_category: 'system',
      severity: 'high',
      source: 'browser',
      user_id: GRACE,
      min_risk: 40,
      from: new Date(2026, 10, 3).toISOString(),
      to: new Date(2026, 10, 5).toISOString(),
    });
    expect(writeFilter(search, values).toString()).toBe(search.toString());
    expect(writeFilter(search, { ...values, kind: '', user: '' }).toString()).not.toMatch(/kind|user/);
    const wrong = 'kind=x&category=x&severity=x&source=x&user=x&risk=101&from=x&to=2026-99-99x';
    expect(queryOf(readFilter(new URLSearchParams(wrong)))).toEqual({});
  });

  it('filters by a choice and by the user of a row, and loads the next page', async () => {
    const api = stub().on(EVENTS, ({ url }) => page([securityEvent(1)], url.includes('cursor=') ? null : 'next'));
    const { user, path } = open('log', api);
    await user.click(await screen.findByRole('button', { name: 'Show only events of Grace Hopper' }));
    await waitFor(() => expect(path()).toBe(`/admin/security?tab=log&user=${GRACE}`));
    await user.selectOptions(screen.getByLabelText('Least risk'), '70 or more');
    await waitFor(() => expect(path()).toContain('risk=70'));
    await user.click(await screen.findByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull());
    const last = new URLSearchParams(sent(api, EVENTS).at(-1)?.url.split('?')[1]);
    expect(Object.fromEntries(last)).toEqual({ user_id: GRACE, min_risk: '70', cursor: 'next' });
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(path()).toBe('/admin/security?tab=log'));
    expect(await axeViolations()).toEqual([]);
  });

  it('exports all pages of what is filtered', async () => {
    URL.createObjectURL = jest.fn(() => 'blob:x');
    URL.revokeObjectURL = jest.fn();
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const api = stub().on(EVENTS, ({ url }) => page([securityEvent(1)], url.includes('cursor=') ? null : 'next'));
    const { user } = open('log&kind=login_failed', api);
    await screen.findByRole('list', { name: 'Security events' });
    for (const format of ['OCSF', 'CSV']) {
      await user.click(screen.getByRole('button', { name: `Export ${format}` }));
      await waitFor(() => expect(click).toHaveBeenCalledTimes(format === 'OCSF' ? 1 : 2));
    }
    const exports = sent(api, EVENTS).filter(({ url }) => url.includes('limit=100'));
    expect(exports.map(({ url }) => [url.includes('event_type=login_failed'), url.includes('cursor=')])).toEqual([
      [true, false],
      [true, true],
      [true, false],
      [true, true],
    ]);
    expect(await screen.findByText('2 events exported')).toBeVisible();
  });
});

describe('the responses', () => {
  it('undoes an active one with a reason', async () => {
    const id = securityResponse().id;
    const UNDO = `POST /api/admin/security-responses/${id}/undo`;
    const api = stub().on(UNDO, () => {
      const undone = securityResponse({
        state: 'undone',
        undone: { by: GRACE, by_name: 'Ben', at: '2026-11-28T16:00:00.000Z' },
      });
      api.on('GET /api/admin/security-responses', { body: { items: [undone] } });
      return { body: undone };
    });
    const { user } = open('responses', api);
    await user.click(await screen.findByRole('button', { name: 'Undo: Limit calls, Grace Hopper' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Undo this response?' }));
    await user.type(dialog.getByLabelText('Reason'), 'A mistake');
    await user.click(dialog.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText(/^Undone by Ben on /)).toBeVisible();
    expect(sent(api, UNDO).map(({ body }) => body)).toEqual([{ reason: 'A mistake' }]);
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
    expect(await axeViolations()).toEqual([]);
  });

  it('shows what another administrator saved first, and saves the own values over it', async () => {
    const SET = 'PUT /api/admin/security-settings';
    const theirs = securitySettings({ mail_alerts: true, version: 2 });
    const api = stub().on(SET, ({ body }) => {
      const wanted = body as SecuritySettings;
      if (wanted.version === 2) return { body: { ...wanted, version: 3 } };
      api.on('GET /api/admin/security-settings', { body: theirs });
      return problem(409, 'version_conflict');
    });
    const { user } = open('responses', api);
    const group = within(await screen.findByRole('group', { name: 'High-risk event' }));
    await user.click(group.getByRole('switch', { name: 'Lock out' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const versions = await screen.findByRole('table', { name: 'Both versions of the settings' });
    expect(tableCells(versions)).toEqual([
      ['High-risk event: Lock out', 'On', 'Off'],
      ['Email high and critical alerts to all administrators', 'Off', 'On'],
    ]);
    await user.click(screen.getByRole('button', { name: 'Keep mine' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The settings were saved.')).toBeVisible();
    expect(sent(api, SET).at(-1)?.body).toEqual({
      automatic: { ...securitySettings().automatic, high_risk: ['session_lockout'] },
      mail_alerts: false,
      version: 2,
    });
  });
});

it('has a different name for every kind of event', () => {
  expect(new Set(EVENT_NAMES.map((kind) => eventNames[kind])).size).toBe(EVENT_NAMES.length);
});
