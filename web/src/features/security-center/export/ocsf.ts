import type { AlertLabel, SecurityAlert } from '../../../../../lambdas/contract/admin/security-alerts.ts';
import type { NamedSecurityEvent } from '../../../../../lambdas/contract/admin/security-events.ts';
import type { EventKind, SeverityName } from '../../../../../lambdas/contract/admin/security-kinds.ts';
import type { ExportFormat } from '../../../core/api/use-paged-export.ts';
import { eventNames } from '../../../core/security/texts.ts';
import { downloadText } from '../../../lib/download.ts';
import { fileDay } from '../../../lib/local-day.ts';
import { securityCenterTexts } from '../texts.ts';

/** Version of the Open Cybersecurity Schema Framework (https://schema.ocsf.io/1.4.0) that the export follows. */
const VERSION = '1.4.0';
const PRODUCT = { name: 'Soundstage', vendor_name: 'Soundstage' };

/** A class of OCSF events. The thousands of `class_uid` are the category. */
interface OcsfClass {
  readonly class_uid: number;
  readonly class_name: string;
  readonly category_uid: number;
  readonly category_name: string;
}

const ACCOUNT_CHANGE: OcsfClass = {
  class_uid: 3001,
  class_name: 'Account Change',
  category_uid: 3,
  category_name: 'Identity & Access Management',
};
const AUTHENTICATION: OcsfClass = { ...ACCOUNT_CHANGE, class_uid: 3002, class_name: 'Authentication' };
const API_ACTIVITY: OcsfClass = {
  class_uid: 6003,
  class_name: 'API Activity',
  category_uid: 6,
  category_name: 'Application Activity',
};
const DETECTION_FINDING: OcsfClass = {
  class_uid: 2004,
  class_name: 'Detection Finding',
  category_uid: 2,
  category_name: 'Findings',
};

/** The activity of a class: `OTHER` for one that OCSF has no number for. */
interface Activity {
  readonly of: OcsfClass;
  readonly id: number;
}
const OTHER = 99;
const LOGON: Activity = { of: AUTHENTICATION, id: 1 };
const LOGOFF: Activity = { of: AUTHENTICATION, id: 2 };
const SESSION: Activity = { of: AUTHENTICATION, id: OTHER };
const CALL: Activity = { of: API_ACTIVITY, id: OTHER };

/** The class and activity of each kind of event. */
const activities: Readonly<Record<EventKind, Activity>> = {
  sign_in: LOGON,
  login_failed: LOGON,
  concurrent_limit: LOGON,
  device_change: LOGON,
  session_ended: LOGOFF,
  session_expired: LOGOFF,
  session_extended: SESSION,
  session_timeout_warning: SESSION,
  token_moved: SESSION,
  smart_token_issued: SESSION,
  smart_token_revoked: SESSION,
  token_stolen: SESSION,
  token_rejected: SESSION,
  token_unverified: SESSION,
  role_change: { of: ACCOUNT_CHANGE, id: OTHER },
  account_enabled: { of: ACCOUNT_CHANGE, id: 2 },
  account_disabled: { of: ACCOUNT_CHANGE, id: 5 },
  signature_rejected: CALL,
  access_denied: CALL,
  request_rejected: CALL,
  rate_limited: CALL,
  events_limited: CALL,
  page_view: { of: API_ACTIVITY, id: 2 },
  behavior_anomaly: CALL,
  input_validated: CALL,
  input_validation_failed: CALL,
  monitoring_error: CALL,
  content_blocked: CALL,
  auto_response_failed: CALL,
};

const severityIds: Readonly<Record<SeverityName, number>> = { info: 1, low: 2, medium: 3, high: 4, critical: 5 };

/** Verdicts of the incident profile. */
const verdictIds: Readonly<Record<AlertLabel, number>> = {
  false_positive: 1,
  true_positive: 2,
  benign: 5,
  undetermined: 7,
};

/** What every event of OCSF has. */
const baseOf = (
  { of, id }: Activity,
  activity: string,
  event: { readonly uid: string; readonly at: string; readonly severity: SeverityName },
) => ({
  ...of,
  activity_id: id,
  activity_name: activity,
  type_uid: of.class_uid * 100 + id,
  severity_id: severityIds[event.severity],
  severity: securityCenterTexts.severities[event.severity],
  time: Date.parse(event.at),
  metadata: { version: VERSION, product: PRODUCT, uid: event.uid },
});

/** Types of users in OCSF. */
const KNOWN_USER = 1;
const UNKNOWN_USER = 0;

/** A user, or the name of a subject that is none. */
const userOf = (about: {
  readonly subject: string;
  readonly user_id: string | null;
  readonly user_name: string | null;
}) =>
  about.user_id === null
    ? { uid: about.subject, type_id: UNKNOWN_USER }
    : {
        uid: about.user_id,
        type_id: KNOWN_USER,
        ...(about.user_name === null ? {} : { name: about.user_name }),
      };

/** A security event as an event of OCSF. What OCSF has no field for is in `unmapped`. */
export const ocsfEvent = (event: NamedSecurityEvent) => {
  const activity = activities[event.event_type];
  const user = userOf(event);
  const session = event.session_id === null ? {} : { session: { uid: event.session_id } };
  const endpoint = { src_endpoint: event.ip_address === null ? { uid: event.subject } : { ip: event.ip_address } };
  const base = {
    ...baseOf(activity, eventNames[event.event_type], {
      uid: event.id,
      at: event.created_at,
      severity: event.severity,
    }),
    message: eventNames[event.event_type],
    status_id: event.success ? 1 : 2,
    status: event.success ? 'Success' : 'Failure',
    ...(event.error_message === null ? {} : { status_detail: event.error_message }),
    ...endpoint,
    unmapped: {
      event_type: event.event_type,
      event_category: event.event_category,
      source: event.source,
      risk_score: event.risk_score,
      action_taken: event.action_taken,
      resource_type: event.resource_type,
      resource_id: event.resource_id,
      metadata: event.metadata,
    },
  };
  if (activity.of === API_ACTIVITY)
    return {
      ...base,
      actor: { user, ...session },
      api: { operation: event.resource_id ?? event.resource_type, service: { name: PRODUCT.name } },
    };
  if (activity.of === ACCOUNT_CHANGE) return { ...base, user };
  return { ...base, user, ...session, service: { name: PRODUCT.name } };
};

/** A security alert as a finding of OCSF. Its label is the verdict of the incident profile. */
export const ocsfFinding = (alert: SecurityAlert) => {
  const isOpen = alert.state === 'unacknowledged';
  const title = securityCenterTexts.rules[alert.alert_type];
  const base = baseOf({ of: DETECTION_FINDING, id: isOpen ? 1 : 3 }, isOpen ? 'Create' : 'Close', {
    uid: alert.id,
    at: alert.acknowledged?.at ?? alert.created_at,
    severity: alert.severity,
  });
  return {
    ...base,
    metadata: { ...base.metadata, ...(alert.label ? { profiles: ['incident'] } : {}) },
    message: title,
    is_alert: true,
    status_id: isOpen ? 1 : 4,
    status: isOpen ? 'New' : 'Resolved',
    ...(alert.acknowledged ? { comment: alert.acknowledged.reason } : {}),
    risk_score: alert.risk_score,
    count: alert.count,
    start_time: Date.parse(alert.first_at),
    end_time: Date.parse(alert.last_at),
    finding_info: {
      uid: alert.id,
      title,
      types: [alert.alert_type],
      created_time: Date.parse(alert.created_at),
      related_events: alert.events.map((uid) => ({ uid })),
    },
    evidences: [{ actor: { user: userOf(alert) } }],
    ...(alert.label
      ? { verdict_id: verdictIds[alert.label.value], verdict: securityCenterTexts.verdicts[alert.label.value] }
      : {}),
  };
};

/** Items as a JSON array, page by page. */
const arrayOf = <Item>(map: (item: Item) => unknown, name: string): ExportFormat<Item> => ({
  start: '[',
  page: (items, before) =>
    items.map((item, index) => `${before + index === 0 ? '\n' : ',\n'}${JSON.stringify(map(item))}`).join(''),
  end: '\n]\n',
  save: (parts) => downloadText(`${name}-${fileDay()}.json`, 'application/json', parts),
});

/** Security events as a file of OCSF events. */
export const ocsfEvents: ExportFormat<NamedSecurityEvent> = arrayOf(ocsfEvent, 'security-events');

/** Security alerts as a file of OCSF findings. */
export const ocsfFindings: ExportFormat<SecurityAlert> = arrayOf(ocsfFinding, 'security-alerts');
