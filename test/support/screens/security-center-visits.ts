import type { Page } from 'playwright-core';
import type { SecurityAlert, SecurityOverview } from '../../../lambdas/contract/admin/security-alerts.ts';
import type { NamedSecurityEvent } from '../../../lambdas/contract/admin/security-events.ts';
import { EVENT_KINDS, severityOf, type EventKind } from '../../../lambdas/contract/admin/security-kinds.ts';
import type { SecurityResponse, SecuritySettings } from '../../../lambdas/contract/admin/security-responses.ts';
import { ALERT_RULE_NAMES } from '../../../lambdas/contract/admin/security-rules.ts';
import { behavioralPattern, metFirst, robotPattern, securityProgram, smartToken } from './security-program.ts';
import type { Visit } from './visit.ts';

const at = '2030-02-14T12:00:00.000Z';
/** A ULID of that time, with a number below 10. */
const idOf = (number: number): string => `01Q6ZZ1CG0000000000000000${number}`;
const user = {
  subject: 'user:22222222-2222-4222-8222-222222222222',
  user_id: '22222222-2222-4222-8222-222222222222',
  user_name: 'Grace Hopper',
};
const visitor = { subject: 'visitor:0123456789abcdef', user_id: null, user_name: null };
const act = { by: user.user_id, by_name: 'Ben Moderator', at };

const eventOf = (number: number, kind: EventKind, about: typeof user | typeof visitor): NamedSecurityEvent => {
  const { category, risk, resource, action, success } = EVENT_KINDS[kind];
  return {
    ...about,
    id: idOf(number),
    created_at: at,
    source: 'server',
    event_type: kind,
    event_category: category,
    severity: severityOf(risk),
    risk_score: risk,
    session_id: null,
    resource_type: resource,
    resource_id: null,
    action_taken: action,
    success,
    error_message: null,
    metadata: { attempts: 3 },
    ip_address: '203.0.113.0',
  };
};
const events = [
  eventOf(5, 'token_moved', user),
  eventOf(4, 'rate_limited', visitor),
  eventOf(3, 'login_failed', user),
  eventOf(2, 'login_failed', user),
  eventOf(1, 'login_failed', user),
];

const alert: SecurityAlert = {
  ...user,
  id: `alt_${idOf(1)}`,
  alert_type: 'failed_logins',
  severity: 'high',
  risk_score: 70,
  created_at: at,
  first_at: at,
  last_at: at,
  count: 3,
  events: [1, 2, 3].map(idOf),
  state: 'unacknowledged',
  acknowledged: null,
  label: { ...act, value: 'undetermined' },
};

const response: SecurityResponse = {
  id: `rsp_${idOf(1)}`,
  action: 'rate_limit',
  trigger_type: 'suspicious_patterns',
  alert_id: alert.id,
  user_id: user.user_id,
  user_name: user.user_name,
  created_at: at,
  by: null,
  by_name: null,
  state: 'active',
  expires_at: at,
  undone: null,
  error: null,
};
const responses: readonly SecurityResponse[] = [
  response,
  { ...response, id: `rsp_${idOf(2)}`, by: act.by, by_name: act.by_name, state: 'undone', undone: act },
  { ...response, id: `rsp_${idOf(3)}`, action: 'session_lockout', state: 'failed', error: 'The account was deleted.' },
];
const settings: SecuritySettings = {
  automatic: {
    failed_logins: [],
    high_risk: ['admin_notification'],
    concurrent_sessions: [],
    suspicious_patterns: [],
    behavior_anomalies: [],
  },
  mail_alerts: true,
  version: 1,
};

const HOURS = 24;
const HOUR_MS = 3_600_000;
const overview: SecurityOverview = {
  score: 30,
  risk: 70,
  parts: [
    { severity: 'high', alerts: 1, points: 70 },
    { severity: 'medium', alerts: 2, points: 30 },
  ],
  hours: Array.from({ length: HOURS }, (_, index) => ({
    hour: new Date(Date.parse(at) + (index + 1 - HOURS) * HOUR_MS).toISOString(),
    by_severity: { info: 40 + index, low: index, medium: index % 5, high: index % 11 === 0 ? 1 : 0, critical: 0 },
  })),
  kinds: [
    { event_type: 'sign_in', count: 1236 },
    { event_type: 'login_failed', count: 276 },
    { event_type: 'rate_limited', count: 46 },
    { event_type: 'token_moved', count: 3 },
  ],
  at_least: true,
  precision: ALERT_RULE_NAMES.map((rule, index) => ({
    rule,
    labels: { true_positive: 15, benign: 2, false_positive: 5, undetermined: 1 },
    n: index === 0 ? 20 : 7,
    precision: index === 0 ? { value: 0.75, low: 0.531, high: 0.888 } : null,
  })),
};

/** Mocks the security center, because its events happen when they want. */
const mockCenter = async (page: Page): Promise<void> => {
  const mock = (path: string, json: unknown) =>
    page.route(
      ({ pathname }) => pathname === `/api/admin/${path}`,
      (route) => route.fulfill({ json }),
    );
  await mock('security-overview', overview);
  await mock('security-events', { items: events, next_cursor: null, filter_user_name: user.user_name });
  await mock('security-alerts', { items: [alert, { ...alert, ...visitor, id: `alt_${idOf(2)}`, label: null }] });
  await mock('security-responses', { items: responses });
  await mock('security-settings', settings);
  await mock('implementation-phases', securityProgram(metFirst()));
  await mock('smart-tokens', { items: [smartToken(), smartToken({ id: `tok_${idOf(2)}`, last_activity: at })] });
  await mock(`users/${user.user_id}/behavioral-patterns`, {
    items: [robotPattern(), behavioralPattern()],
    consent: true,
  });
};
const opensTab = (page: Page, tab: string) => page.getByRole('tab', { name: tab, selected: true }).waitFor();

/** A tab of the security center. */
const tabOf = (name: string) =>
  ({
    route: '/admin/security',
    who: 'admin',
    address: () => `/admin/security?tab=${name}`,
    prepare: mockCenter,
  }) as const;
const press = (page: Page, name: RegExp | string) => page.getByRole('button', { name }).first().click();
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name }).waitFor();

/** The security center of administrators, and a user's own security events. */
export const securityCenterVisits: readonly Visit[] = [
  {
    name: 'admin-security-overview',
    ...tabOf('overview'),
    show: async (page) => {
      await opensTab(page, 'Overview');
      await page.getByText('30 of 100').waitFor();
      await page.getByText('Show as a table').click();
      await page.getByRole('region', { name: 'Implementation phases' }).waitFor();
    },
  },
  {
    name: 'admin-security-phase',
    ...tabOf('overview'),
    overlay: 'features/security-center/phases/phases.tsx#1',
    show: async (page) => {
      await opensTab(page, 'Overview');
      await press(page, 'Mark as ready: phase 1');
      await page.getByRole('alertdialog', { name: 'Mark phase 1 as ready?' }).waitFor();
    },
  },
  {
    name: 'admin-security-behavior',
    ...tabOf('behavior'),
    address: () => `/admin/security?tab=behavior&user=${user.user_id}`,
    show: async (page) => {
      await opensTab(page, 'Behavioral Analysis');
      await page.getByRole('list', { name: 'Patterns of Grace Hopper' }).waitFor();
      await page.getByText('What was counted').first().click();
    },
  },
  {
    name: 'admin-security-choose-user',
    ...tabOf('behavior'),
    show: async (page) => {
      await opensTab(page, 'Behavioral Analysis');
      await page.getByRole('list', { name: 'Users to choose from' }).waitFor();
    },
  },
  {
    name: 'admin-security-tokens',
    ...tabOf('tokens'),
    show: async (page) => {
      await opensTab(page, 'Smart Tokens');
      await page.getByText('Trust: 75 of 100').first().click();
    },
  },
  {
    name: 'admin-security-monitor',
    ...tabOf('monitor'),
    show: async (page) => {
      await opensTab(page, 'Live Monitor');
      await page.getByRole('list', { name: 'Latest events' }).waitFor();
    },
  },
  {
    name: 'admin-security-alerts',
    ...tabOf('alerts'),
    show: async (page) => {
      await opensTab(page, 'Security Alerts');
      await page.getByText('Evidence').first().click();
      await page.getByRole('list', { name: 'Events of the alert' }).waitFor();
    },
  },
  {
    name: 'admin-security-acknowledge',
    ...tabOf('alerts'),
    overlay: 'core/forms/reason-dialog.tsx#1',
    show: async (page) => {
      await opensTab(page, 'Security Alerts');
      await press(page, /^Acknowledge: /);
      await dialog(page, 'Acknowledge this alert?');
    },
  },
  {
    name: 'admin-security-respond',
    ...tabOf('alerts'),
    overlay: 'core/forms/reason-dialog.tsx#1',
    show: async (page) => {
      await opensTab(page, 'Security Alerts');
      await press(page, /^Require a second factor: /);
      await dialog(page, 'Require a second factor?');
    },
  },
  {
    name: 'admin-security-log',
    ...tabOf('log'),
    show: async (page) => {
      await opensTab(page, 'Event Log');
      await page.getByRole('list', { name: 'Security events' }).getByText('Details').first().click();
    },
  },
  {
    name: 'admin-security-responses',
    ...tabOf('responses'),
    show: async (page) => {
      await opensTab(page, 'Responses');
      await page.getByRole('list', { name: 'Responses' }).waitFor();
      await page.getByRole('form', { name: 'Settings of responses' }).waitFor();
    },
  },
  {
    name: 'admin-security-undo',
    ...tabOf('responses'),
    overlay: 'core/forms/reason-dialog.tsx#1',
    show: async (page) => {
      await opensTab(page, 'Responses');
      await press(page, /^Undo: /);
      await dialog(page, 'Undo this response?');
    },
  },
  {
    name: 'security-events',
    route: '/streaming',
    who: 'listener',
    overlay: 'features/profile/profile-dialog.tsx#1',
    address: () => '/streaming',
    show: async (page) => {
      const own = events.filter(({ user_id: id }) => id !== null);
      await page.route('**/api/security-events', (route) => route.fulfill({ json: { items: own, next_cursor: null } }));
      await page.getByRole('button', { name: 'Profile', exact: true }).click();
      const section = page.getByRole('dialog').getByRole('region', { name: 'Security' });
      await section.getByText('Security events').click();
      await section.getByRole('list', { name: 'Security events' }).scrollIntoViewIfNeeded();
    },
  },
];
