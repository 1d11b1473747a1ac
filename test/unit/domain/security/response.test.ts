import { ResponseId, type SecuritySettings } from '../../../../lambdas/contract/admin/security-responses.ts';
import type { ResponseAction } from '../../../../lambdas/contract/admin/security-rules.ts';
import {
  automaticActions,
  automaticResponseId,
  everyRule,
  failedResponse,
  initialSecuritySettings,
  newResponse,
  responseView,
  stateOf,
  usersIn,
} from '../../../../lambdas/domain/security/response.ts';
import { alertWith } from '../../../support/security-alerts.ts';

const NOW = Date.parse('2026-11-28T12:00:00.000Z');
const HOUR = 3_600_000;
const [USER, ADMIN] = ['11111111-2222-4333-8444-555555555555', '66666666-7777-4888-9999-000000000000'];
const alert = alertWith({ user_id: USER });
const ID = automaticResponseId(alert, 'session_lockout');
const response = newResponse(ID, 'session_lockout', alert, { by: ADMIN, now: NOW });

it.each([
  [NOW, 'active'],
  [NOW + HOUR - 1, 'active'],
  [NOW + HOUR, 'expired'],
  [NOW + HOUR + 1, 'expired'],
] as const)('expires automatically, at its end: %i', (now, state) => {
  expect(stateOf(response, now)).toBe(state);
  expect(stateOf({ ...response, undone: { by: ADMIN, at: alert.created_at } }, now)).toBe('undone');
});

it('is done at once when it lasts no time, and failed with a reason when it had no effect', () => {
  const notified = newResponse(ID, 'admin_notification', alertWith(), { now: NOW });
  expect(notified).not.toHaveProperty('user_id');
  expect(stateOf(notified, NOW + HOUR)).toBe('done');
  const failed = failedResponse(response, 'No email could be sent.');
  expect(failed).not.toHaveProperty('until');
  expect(stateOf(failed, NOW)).toBe('failed');
});

it('shows whom it is about, who did it and who undid it, by their current names', () => {
  const undone = { ...response, undone: { by: ADMIN, at: '2026-11-28T12:10:00.000Z' } };
  expect(usersIn(undone)).toEqual([USER, ADMIN, ADMIN]);
  expect(responseView(undone, new Map([[ADMIN, 'Ada']]), NOW)).toMatchObject({
    user_id: USER,
    user_name: null,
    by: ADMIN,
    by_name: 'Ada',
    state: 'undone',
    expires_at: '2026-11-28T13:00:00.000Z',
    undone: { by: ADMIN, by_name: 'Ada', at: '2026-11-28T12:10:00.000Z' },
    error: null,
  });
});

it('gives each action of a rule about an alert one valid id, the same every time', () => {
  expect(ResponseId.safeParse(ID).success).toBe(true);
  expect(automaticResponseId({ ...alert }, 'session_lockout')).toBe(ID);
  expect(automaticResponseId(alert, 'force_mfa')).not.toBe(ID);
  expect(automaticResponseId(alertWith({ user_id: USER }), 'session_lockout')).not.toBe(ID);
});

const settings = (actions: readonly ResponseAction[], mails = false): SecuritySettings => ({
  ...initialSecuritySettings,
  automatic: everyRule({ failed_logins: actions }),
  mail_alerts: mails,
});

it.each<[string, SecuritySettings, Parameters<typeof alertWith>[0], readonly ResponseAction[]]>([
  ['nothing unless switched on', initialSecuritySettings, { user_id: USER, severity: 'critical' }, []],
  [
    'what is switched on, once each',
    settings(['force_mfa', 'rate_limit', 'force_mfa']),
    { user_id: USER },
    ['rate_limit', 'force_mfa'],
  ],
  ['nothing for another rule', settings(['force_mfa']), { user_id: USER, alert_type: 'high_risk' }, []],
  ['no restriction without a user', settings(['force_mfa', 'admin_notification']), {}, ['admin_notification']],
  ['one email, also when both settings ask for it', settings(['admin_notification'], true), {}, ['admin_notification']],
  ['an email about a high alert', settings([], true), { severity: 'high' }, ['admin_notification']],
  ['an email about a critical alert', settings([], true), { severity: 'critical' }, ['admin_notification']],
  ['no email about a medium alert', settings([], true), { severity: 'medium' }, []],
])('does automatically: %s', (_, given, fields, actions) => {
  expect(automaticActions(given, alertWith(fields))).toEqual(actions);
});
