import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { line, Timestamp, UserId } from '../shared.ts';
import { SEVERITIES } from './security-kinds.ts';
import { ALERT_RULE_NAMES, ALERTS_SHOWN } from './security-rules.ts';

/** The id of an alert. */
export const AlertId = z.string().check(z.regex(/^alt_[0-7][0-9A-HJKMNP-TV-Z]{25}$/, 'Must be an alert id'));

/** What became of an alert. */
export const AlertState = z.enum(['unacknowledged', 'acknowledged']);
export type AlertState = z.infer<typeof AlertState>;

/**
 * What an administrator found out about an alert: an attack (`true_positive`), something that was meant to happen and
 * is right to be reported (`benign`), a mistake of the rule (`false_positive`), or nothing certain.
 */
export const AlertLabel = z.enum(['true_positive', 'benign', 'false_positive', 'undetermined']);
export type AlertLabel = z.infer<typeof AlertLabel>;

/** An administrator's act on an alert. */
const Act = z.object({ by: UserId, by_name: z.nullable(z.string()), at: Timestamp });

/** A security alert: what one rule found about one subject in one window. */
export const SecurityAlert = z.object({
  id: AlertId,
  alert_type: z.enum(ALERT_RULE_NAMES),
  severity: z.enum(SEVERITIES),
  /** 0 to 100. */
  risk_score: z.number(),
  /** Whom it is about, as in the events. */
  subject: z.string(),
  user_id: z.nullable(UserId),
  /** Null without a user, or when the profile no longer exists. */
  user_name: z.nullable(z.string()),
  /** When it was raised. */
  created_at: Timestamp,
  /** Times of its first and last event. */
  first_at: Timestamp,
  last_at: Timestamp,
  /** Number of its events. */
  count: z.number(),
  /** Ids of its first events, the evidence. */
  events: z.array(z.string()),
  state: AlertState,
  /** Who acknowledged it, and why. Null until then. */
  acknowledged: z.nullable(z.extend(Act, { reason: z.string() })),
  /** What a person found out. Null until then. */
  label: z.nullable(z.extend(Act, { value: AlertLabel })),
});
export type SecurityAlert = z.infer<typeof SecurityAlert>;

/** How often a rule was right, by the labels of its alerts. */
export const RulePrecision = z.object({
  rule: z.enum(ALERT_RULE_NAMES),
  labels: z.record(AlertLabel, z.number()),
  /** Alerts labeled as true or false positives. */
  n: z.number(),
  /** True positives of `n`, with the Wilson interval of 95 %, each 0 to 1. Null when `n` is under 20. */
  precision: z.nullable(z.object({ value: z.number(), low: z.number(), high: z.number() })),
});
export type RulePrecision = z.infer<typeof RulePrecision>;

/** A part of the security score. */
export const ScorePart = z.object({
  severity: z.enum(SEVERITIES),
  /** Unacknowledged alerts of this severity among the newest 100. */
  alerts: z.number(),
  /** Risk points of one such alert: 90 if critical, 70 if high, otherwise 30. */
  points: z.number(),
});
export type ScorePart = z.infer<typeof ScorePart>;

/** Events of one hour. */
export const HourOfEvents = z.object({
  /** Start of the hour. */
  hour: Timestamp,
  /** Number of events by severity; a severity without events is left out. */
  by_severity: z.partialRecord(z.enum(SEVERITIES), z.number()),
});
export type HourOfEvents = z.infer<typeof HourOfEvents>;

/** What the Overview shows. */
export const SecurityOverview = z.object({
  /** 100 minus the risk: the points of the worst unacknowledged alert, 0 without one. */
  score: z.number(),
  risk: z.number(),
  parts: z.array(ScorePart),
  /** The last 24 hours, oldest first, the current hour last. */
  hours: z.array(HourOfEvents),
  /** Number of events of the last 24 hours by kind, the most frequent first. */
  kinds: z.array(z.object({ event_type: z.string(), count: z.number() })),
  /** Whether so many events happened that the numbers of the hours that are not summed up yet are the least. */
  at_least: z.boolean(),
  precision: z.array(RulePrecision),
});
export type SecurityOverview = z.infer<typeof SecurityOverview>;

const ofOne = z.strictObject({ alertId: AlertId });

/** Security alerts, for administrators. */
export const securityAlertEndpoints = {
  'security.list-alerts': endpoint({
    method: 'GET',
    path: '/api/admin/security-alerts',
    auth: 'admin',
    summary: 'Lists the newest 100 security alerts in a state.',
    query: z.strictObject({ state: z._default(AlertState, 'unacknowledged') }),
    responses: { 200: z.object({ items: z.array(SecurityAlert).check(z.maxLength(ALERTS_SHOWN)) }) },
    errors: [],
  }),
  'security.acknowledge-alert': endpoint({
    method: 'POST',
    path: '/api/admin/security-alerts/{alertId}/acknowledge',
    auth: 'admin',
    summary: 'Acknowledges an alert with a reason. Fails with `invalid_state` when it is acknowledged already.',
    params: ofOne,
    body: z.strictObject({ reason: line(500, 1) }),
    responses: { 200: SecurityAlert },
    errors: ['alert_not_found', 'invalid_state', 'version_conflict'],
  }),
  'security.label-alert': endpoint({
    method: 'PUT',
    path: '/api/admin/security-alerts/{alertId}/label',
    auth: 'admin',
    summary: 'Records what a person found out about an alert, from which the precision of its rule is computed.',
    params: ofOne,
    body: z.strictObject({ label: AlertLabel }),
    responses: { 200: SecurityAlert },
    errors: ['alert_not_found', 'version_conflict'],
  }),
  'security.get-overview': endpoint({
    method: 'GET',
    path: '/api/admin/security-overview',
    auth: 'admin',
    summary:
      'Returns the security score with its parts, the events of the last 24 hours, and how precise the rules are.',
    responses: { 200: SecurityOverview },
    errors: [],
  }),
};
