/** What a security event is about. */
export const EVENT_CATEGORIES = ['authentication', 'authorization', 'data_access', 'system'] as const;
export type EventCategory = (typeof EVENT_CATEGORIES)[number];

/** Severities of events and alerts, in ascending order. Alerts have no `info`. */
export const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'] as const;
export type SeverityName = (typeof SEVERITIES)[number];

/** The least risk of each severity (specification 001, section 9: critical from 80, red from 70, yellow from 40). */
const LEAST_RISK = { critical: 80, high: 70, medium: 40, low: 1 } as const;

/** The severity of a risk score from 0 to 100. */
export const severityOf = (risk: number): SeverityName => {
  if (risk >= LEAST_RISK.critical) return 'critical';
  if (risk >= LEAST_RISK.high) return 'high';
  if (risk >= LEAST_RISK.medium) return 'medium';
  return risk >= LEAST_RISK.low ? 'low' : 'info';
};

/** What is fixed for a kind of event. */
interface KindOfEvent {
  readonly category: EventCategory;
  /** 0 to 100. Events whose risk depends on what happened state the least. */
  readonly risk: number;
  /** The kind of thing that it happened to. */
  readonly resource: string;
  readonly action: string;
  readonly success: boolean;
}

/**
 * Every kind of security event. The risk scores of sessions, validation, monitoring and automatic responses are those
 * of the specification (000 section 9; 001 section 8). The others follow them: a denied call weighs as much as a kind
 * that is shown in yellow, and what an attacker alone does as much as one in red.
 */
export const EVENT_KINDS = {
  /** A session began. */
  sign_in: { category: 'authentication', risk: 0, resource: 'session', action: 'allowed', success: true },
  /** A sign-in was begun and not completed within five minutes: a wrong password or code, or given up. */
  login_failed: { category: 'authentication', risk: 30, resource: 'account', action: 'not_completed', success: false },
  session_extended: { category: 'authentication', risk: 0, resource: 'session', action: 'extended', success: true },
  session_timeout_warning: {
    category: 'authentication',
    risk: 20,
    resource: 'session',
    action: 'notified',
    success: true,
  },
  session_expired: { category: 'authentication', risk: 30, resource: 'session', action: 'ended', success: true },
  /** The user, or a response to an alert, ended a session. */
  session_ended: { category: 'authentication', risk: 0, resource: 'session', action: 'ended', success: true },
  /** A sign-in found no room for a further session. */
  concurrent_limit: { category: 'authentication', risk: 60, resource: 'session', action: 'denied', success: false },
  /** A session began on a device that is new to the account. */
  device_change: { category: 'authentication', risk: 60, resource: 'session', action: 'notified', success: true },
  /** A call used the token of a session that belongs to a browser, without the cookie of that browser. */
  token_moved: { category: 'authentication', risk: 75, resource: 'session', action: 'noticed', success: true },
  /** A smart token was issued or revoked, or refreshed, which does both. */
  smart_token_issued: { category: 'authentication', risk: 0, resource: 'smart_token', action: 'issued', success: true },
  smart_token_revoked: {
    category: 'authentication',
    risk: 0,
    resource: 'smart_token',
    action: 'revoked',
    success: true,
  },
  /** A call with a valid smart token and without a proof of its key. */
  token_stolen: { category: 'authentication', risk: 75, resource: 'smart_token', action: 'denied', success: false },
  /** A call with a token that is not valid, or of a session that is over. */
  token_rejected: { category: 'authentication', risk: 40, resource: 'endpoint', action: 'denied', success: false },
  /** A webhook with a wrong signature. */
  signature_rejected: { category: 'authentication', risk: 50, resource: 'endpoint', action: 'denied', success: false },
  /** A call without the permission that it needs. */
  access_denied: { category: 'authorization', risk: 40, resource: 'endpoint', action: 'denied', success: false },
  /** An administrator changed a role, or disabled or enabled an account. */
  role_change: { category: 'authorization', risk: 40, resource: 'account', action: 'changed', success: true },
  account_disabled: { category: 'authorization', risk: 20, resource: 'account', action: 'changed', success: true },
  account_enabled: { category: 'authorization', risk: 20, resource: 'account', action: 'changed', success: true },
  /** A call with invalid input, which no screen of ours sends. */
  request_rejected: { category: 'data_access', risk: 10, resource: 'endpoint', action: 'rejected', success: false },
  /** A call over a rate limit. */
  rate_limited: { category: 'data_access', risk: 40, resource: 'endpoint', action: 'denied', success: false },
  /** So many events about one subject that further ones are not recorded for a while. */
  events_limited: { category: 'system', risk: 75, resource: 'security_events', action: 'limited', success: false },
  /** The load of a page. Recorded by consent only. */
  page_view: { category: 'data_access', risk: 0, resource: 'page', action: 'allowed', success: true },
  /**
   * What a browser counted of its user is an anomaly by the rules of behavioral analysis. Recorded by consent only, and
   * always with this risk: the points of a pattern are for a person to look at, and never enough for a penalty.
   */
  behavior_anomaly: { category: 'data_access', risk: 40, resource: 'behavior', action: 'noticed', success: true },
  input_validated: { category: 'data_access', risk: 0, resource: 'input', action: 'accepted', success: true },
  /** Risk 10 for each error, up to 50; 70 when the validator itself failed. */
  input_validation_failed: {
    category: 'data_access',
    risk: 10,
    resource: 'input',
    action: 'rejected',
    success: false,
  },
  /** A browser could not load the live monitor. */
  monitoring_error: { category: 'system', risk: 60, resource: 'monitor', action: 'failed', success: false },
  /** A browser found that a token is not valid, before it sent it. */
  token_unverified: { category: 'authentication', risk: 40, resource: 'token', action: 'rejected', success: false },
  /** A browser blocked content that the site does not allow. */
  content_blocked: { category: 'system', risk: 40, resource: 'page', action: 'blocked', success: false },
  /** A response to an alert that a rule began automatically failed. */
  auto_response_failed: { category: 'system', risk: 50, resource: 'response', action: 'failed', success: false },
} as const satisfies Readonly<Record<string, KindOfEvent>>;

/** The name of a kind of event. */
export type EventKind = keyof typeof EVENT_KINDS;

/** All kinds of events, in the order of the table. */
export const EVENT_NAMES = Object.keys(EVENT_KINDS) as EventKind[];

/** What only a browser knows, and may report of itself. */
export const BROWSER_EVENTS = ['monitoring_error', 'token_unverified', 'content_blocked'] as const;
export type BrowserEvent = (typeof BROWSER_EVENTS)[number];

/** Who observed an event. What a browser reports can be forged by its user. */
export const EVENT_SOURCES = ['server', 'browser'] as const;
export type EventSource = (typeof EVENT_SOURCES)[number];
