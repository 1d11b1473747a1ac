import type { EventKind } from './security-kinds.ts';

/**
 * What can be done about an alert (specification 001, section 7). `rate_limit`: the user can make few calls a minute.
 * `force_mfa`: the user's calls are denied until a sign-in with a second factor. `session_lockout`: all sessions of the
 * user end, and none begins. `admin_notification`: the administrators get an email.
 */
export const RESPONSE_ACTIONS = ['rate_limit', 'force_mfa', 'session_lockout', 'admin_notification'] as const;
export type ResponseAction = (typeof RESPONSE_ACTIONS)[number];

const MINUTE = 60;

/** When a rule raises an alert. */
interface AlertRule {
  /** The kinds of events that it counts. Null: every kind with at least `minRisk`. */
  readonly events: readonly EventKind[] | null;
  /** The least risk score of an event that it counts. */
  readonly minRisk: number;
  /** The number of events about one subject that raises an alert. */
  readonly threshold: number;
  /** Seconds in which they must happen. */
  readonly windowSeconds: number;
  /** 0 to 100. Null: the highest risk of the events. */
  readonly risk: number | null;
  /** What its alerts propose to do. A person or the settings decide. */
  readonly proposes: readonly ResponseAction[];
}

/**
 * The rules of alerts (specification 001, section 9: 3 failed sign-ins in 15 minutes, risk 70, 3 concurrent sessions, 5
 * suspicious patterns in 30 minutes; risk points 90 and 70, otherwise 30). A session over the limit of 3 is itself an
 * event, so one of them is enough.
 */
export const ALERT_RULES = {
  failed_logins: {
    events: ['login_failed'],
    minRisk: 0,
    threshold: 3,
    windowSeconds: 15 * MINUTE,
    risk: 70,
    proposes: ['force_mfa', 'admin_notification'],
  },
  high_risk: {
    events: null,
    minRisk: 70,
    threshold: 1,
    windowSeconds: 60 * MINUTE,
    risk: null,
    proposes: ['session_lockout', 'admin_notification'],
  },
  concurrent_sessions: {
    events: ['concurrent_limit'],
    minRisk: 0,
    threshold: 1,
    windowSeconds: 60 * MINUTE,
    risk: 60,
    proposes: ['force_mfa'],
  },
  suspicious_patterns: {
    events: [
      'access_denied',
      'token_rejected',
      'token_unverified',
      'signature_rejected',
      'request_rejected',
      'rate_limited',
      'input_validation_failed',
    ],
    minRisk: 0,
    threshold: 5,
    windowSeconds: 30 * MINUTE,
    risk: 70,
    proposes: ['rate_limit', 'admin_notification'],
  },
  /** It only alerts administrators: what a browser counts can be forged, and unusual is not forbidden. */
  behavior_anomalies: {
    events: ['behavior_anomaly'],
    minRisk: 0,
    threshold: 5,
    windowSeconds: 30 * MINUTE,
    risk: 70,
    proposes: ['admin_notification'],
  },
} as const satisfies Readonly<Record<string, AlertRule>>;

/** The name of a rule; also the type of its alerts and the trigger of responses to them. */
export type AlertRuleName = keyof typeof ALERT_RULES;

/** All rules, in the order of the table. */
export const ALERT_RULE_NAMES = Object.keys(ALERT_RULES) as [AlertRuleName, ...AlertRuleName[]];

/** Seconds after the last event of an alert in which a further event adds to it and raises no other. */
export const SUPPRESSION_SECONDS = 5 * MINUTE;
/** Alerts on the screen. */
export const ALERTS_SHOWN = 100;
/** Responses on the screen. */
export const RESPONSES_SHOWN = 50;
/** Events in the live monitor. */
export const MONITOR_EVENTS = 10;
/** Labels under which no precision is stated. */
export const MIN_LABELS = 20;
