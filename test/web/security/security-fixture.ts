import type { SecurityAlert, SecurityOverview } from '../../../lambdas/contract/admin/security-alerts.ts';
import type { NamedSecurityEvent } from '../../../lambdas/contract/admin/security-events.ts';
import { EVENT_KINDS, severityOf, type EventKind } from '../../../lambdas/contract/admin/security-kinds.ts';
import type { SecurityResponse, SecuritySettings } from '../../../lambdas/contract/admin/security-responses.ts';
import { ALERT_RULE_NAMES } from '../../../lambdas/contract/admin/security-rules.ts';

/** The user whom the events are about, and the administrator who acts. */
export const GRACE = '22222222-2222-4222-8222-222222222222';
export const ADA = '11111111-1111-4111-8111-111111111111';

/** Ids of the security center: ULIDs of 15:48:00 on November 28, 2026, and a number below 10. */
const ULID_TIME = '01M8HDF1W0';
const idOf = (number: number): string => `${ULID_TIME}000000000000000${number}`;
/** The time of the ids. */
export const AT = '2026-11-28T15:48:00.000Z';

/** A security event of a kind, with the number of its id. */
export const securityEvent = (
  number = 1,
  kind: EventKind = 'login_failed',
  over: Partial<NamedSecurityEvent> = {},
): NamedSecurityEvent => {
  const { category, risk, resource, action, success } = EVENT_KINDS[kind];
  return {
    id: idOf(number),
    created_at: AT,
    source: 'server',
    event_type: kind,
    event_category: category,
    severity: severityOf(risk),
    risk_score: risk,
    subject: `user:${GRACE}`,
    user_id: GRACE,
    session_id: null,
    resource_type: resource,
    resource_id: null,
    action_taken: action,
    success,
    error_message: null,
    metadata: {},
    ip_address: null,
    user_name: 'Grace Hopper',
    ...over,
  };
};

/** An unacknowledged alert about repeated failed sign-ins. */
export const securityAlert = (over: Partial<SecurityAlert> = {}): SecurityAlert => ({
  id: `alt_${idOf(1)}`,
  alert_type: 'failed_logins',
  severity: 'high',
  risk_score: 70,
  subject: `user:${GRACE}`,
  user_id: GRACE,
  user_name: 'Grace Hopper',
  created_at: AT,
  first_at: AT,
  last_at: AT,
  count: 3,
  events: [1, 2, 3].map(idOf),
  state: 'unacknowledged',
  acknowledged: null,
  label: null,
  ...over,
});

/** The id of the alert with a number below 10. */
export const alertId = (number: number): string => `alt_${idOf(number)}`;

/** An active response of an administrator. */
export const securityResponse = (over: Partial<SecurityResponse> = {}): SecurityResponse => ({
  id: `rsp_${idOf(1)}`,
  action: 'rate_limit',
  trigger_type: 'suspicious_patterns',
  alert_id: alertId(1),
  user_id: GRACE,
  user_name: 'Grace Hopper',
  created_at: AT,
  by: ADA,
  by_name: 'Ada Listener',
  state: 'active',
  expires_at: '2026-11-28T16:48:00.000Z',
  undone: null,
  error: null,
  ...over,
});

/** Settings with everything switched off. */
export const securitySettings = (over: Partial<SecuritySettings> = {}): SecuritySettings => ({
  automatic: {
    failed_logins: [],
    high_risk: [],
    concurrent_sessions: [],
    suspicious_patterns: [],
    behavior_anomalies: [],
  },
  mail_alerts: false,
  version: 1,
  ...over,
});

const HOUR_MS = 3_600_000;

/** An overview with one high alert, and events in the last of 24 hours. */
export const securityOverview = (over: Partial<SecurityOverview> = {}): SecurityOverview => ({
  score: 30,
  risk: 70,
  parts: [
    { severity: 'critical', alerts: 0, points: 90 },
    { severity: 'high', alerts: 1, points: 70 },
    { severity: 'medium', alerts: 0, points: 30 },
  ],
  hours: Array.from({ length: 24 }, (_, index) => ({
    hour: new Date(Date.parse('2026-11-27T16:00:00.000Z') + index * HOUR_MS).toISOString(),
    by_severity: { info: index === 23 ? 12 : 0, low: 3, medium: 0, high: index === 23 ? 1 : 0, critical: 0 },
  })),
  kinds: [
    { event_type: 'login_failed', count: 72 },
    { event_type: 'sign_in', count: 12 },
    { event_type: 'token_moved', count: 1 },
  ],
  at_least: false,
  precision: ALERT_RULE_NAMES.map((rule) =>
    rule === 'failed_logins'
      ? {
          rule,
          labels: { true_positive: 18, benign: 2, false_positive: 6, undetermined: 1 },
          n: 24,
          precision: { value: 0.75, low: 0.551, high: 0.88 },
        }
      : { rule, labels: { true_positive: 5, benign: 0, false_positive: 2, undetermined: 0 }, n: 7, precision: null },
  ),
  ...over,
});
