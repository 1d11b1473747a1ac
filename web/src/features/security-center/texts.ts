import type { AlertLabel, AlertState } from '../../../../lambdas/contract/admin/security-alerts.ts';
import type { EventCategory, EventSource, SeverityName } from '../../../../lambdas/contract/admin/security-kinds.ts';
import type { ResponseState } from '../../../../lambdas/contract/admin/security-responses.ts';
import type { AlertRuleName, ResponseAction } from '../../../../lambdas/contract/admin/security-rules.ts';

const severities: Readonly<Record<SeverityName, string>> = {
  info: 'Info',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
};

const categories: Readonly<Record<EventCategory, string>> = {
  authentication: 'Sign-in and sessions',
  authorization: 'Permissions',
  data_access: 'Data access',
  system: 'System',
};

const sources: Readonly<Record<EventSource, string>> = {
  server: 'Seen by the server',
  browser: 'Reported by a browser, whose user can forge it',
};

const rules: Readonly<Record<AlertRuleName, string>> = {
  failed_logins: 'Repeated failed sign-ins',
  high_risk: 'High-risk event',
  concurrent_sessions: 'Too many sessions',
  suspicious_patterns: 'Suspicious pattern of calls',
  behavior_anomalies: 'Unusual behavior',
};

const actions: Readonly<Record<ResponseAction, string>> = {
  rate_limit: 'Limit calls',
  force_mfa: 'Require a second factor',
  session_lockout: 'Lock out',
  admin_notification: 'Notify administrators',
};

const effects: Readonly<Record<ResponseAction, string>> = {
  rate_limit: 'For a while, the server accepts only a few calls a minute of this user.',
  force_mfa: 'For a while, the server denies the calls of this user until they sign in with a second factor.',
  session_lockout: 'All sessions of this user end, and for a while they cannot sign in.',
  admin_notification: 'All administrators get an email about this alert.',
};

const labels: Readonly<Record<AlertLabel, string>> = {
  true_positive: 'True positive: an attack',
  benign: 'Benign: meant to happen, and right to report',
  false_positive: 'False positive: a mistake of the rule',
  undetermined: 'Undetermined',
};

const shortLabels: Readonly<Record<AlertLabel, string>> = {
  true_positive: 'True',
  benign: 'Benign',
  false_positive: 'False',
  undetermined: 'Undetermined',
};

/** The names of the verdicts in OCSF. */
const verdicts: Readonly<Record<AlertLabel, string>> = {
  true_positive: 'True Positive',
  benign: 'Benign',
  false_positive: 'False Positive',
  undetermined: 'Insufficient Data',
};

const alertStates: Readonly<Record<AlertState, string>> = {
  unacknowledged: 'Unacknowledged',
  acknowledged: 'Acknowledged',
};

const responseStates: Readonly<Record<ResponseState, string>> = {
  active: 'Active',
  done: 'Done',
  expired: 'Expired',
  undone: 'Undone',
  failed: 'Failed',
};

/** Texts of the security center. */
export const securityCenterTexts = {
  title: 'Security',
  lead: 'What happens around sign-ins, permissions and data, the alerts that follow, and what was done about them.',
  tabs: {
    label: 'Security center',
    overview: 'Overview',
    monitor: 'Live Monitor',
    behavior: 'Behavioral Analysis',
    tokens: 'Smart Tokens',
    alerts: 'Security Alerts',
    log: 'Event Log',
    responses: 'Responses',
  },
  success: 'Success',
  error: 'Error',
  severities,
  categories,
  sources,
  rules,
  actions,
  verdicts,
  risk: (risk: number, severity: string) => `Risk ${risk} · ${severity}`,
  riskOnly: (risk: number) => `Risk ${risk}`,
  subjects: {
    deletedUser: 'Deleted user',
    visitor: (name: string) => `Visitor ${name}`,
    account: (name: string) => `Unknown account ${name}`,
  },
  event: {
    failed: 'Denied or failed',
    details: 'Details',
    onlyUser: (name: string) => `Show only events of ${name}`,
    category: 'Category',
    source: 'Source',
    resource: 'Resource',
    action: 'Action taken',
    message: 'Message',
    address: 'Network',
    session: 'Session',
    data: 'Data',
    id: 'Event ID',
  },
  toast: {
    title: 'Security Alert',
    one: (rule: string, subject: string) => `${rule}: ${subject}`,
    many: (count: number) => `${count} new alerts of high or critical severity.`,
    open: 'Show alerts',
  },
} as const;

/** Texts of the Overview. */
export const overviewTexts = {
  loading: 'Loading the overview',
  loadFailed: 'Failed to load the overview. Please try again.',
  score: {
    title: 'Security score',
    value: (score: number) => `${score} of 100`,
    definition: (risk: number) =>
      `The score is 100 minus the risk, which is ${risk} now. The risk is the points of the worst unacknowledged ` +
      'alert; without such an alert, it is 0.',
    table: 'Parts of the security score',
    severity: 'Severity',
    alerts: 'Unacknowledged alerts',
    points: 'Points of one',
    none: 'No alert is waiting, so nothing lowers the score.',
  },
  plots: {
    severity: 'Events of the last 24 hours by severity',
    kind: 'Events of the last 24 hours by kind',
    kindHead: 'Kind',
    events: 'Events',
    hour: 'Hour',
    total: 'Total',
    row: (total: string, most: string) => `${total} in total, at most ${most} in an hour`,
    scale: 'Each row has its own scale.',
    table: 'Show as a table',
    empty: 'No events in the last 24 hours',
    atLeast: 'So many events happened that the numbers of the last hours are not complete: at least so many happened.',
  },
  precision: {
    title: 'How often the rules are right',
    lead:
      'Precision is the share of true positives among the alerts that were labeled as true or false positives. ' +
      'Benign alerts are counted separately.',
    recall:
      'How many attacks the rules miss cannot be known from alerts. It can be measured only by drills with attacks ' +
      'that we make ourselves.',
    table: 'Precision of each rule',
    rule: 'Rule',
    precision: 'Precision',
    notEnough: (n: number, needed: number) => `Not enough data: ${n} of ${needed} labels`,
    value: (value: number, low: number, high: number, n: number) =>
      `${value} % (95 % interval: ${low} % to ${high} %, n = ${n})`,
    labels: shortLabels,
  },
} as const;

/** Texts of the Live Monitor. */
export const monitorTexts = {
  lead: (count: number) => `The last ${count} events.`,
  live: 'Live',
  polled: 'Updated every minute',
  paused: 'Paused',
  pause: 'Pause',
  resume: 'Resume',
  list: 'Latest events',
  loading: 'Loading events',
  loadFailed: 'Failed to load the live monitor. Please try again.',
  stale: 'The events could not be updated. We keep trying.',
  empty: 'No events in the last 24 hours',
} as const;

/** Texts of the Security Alerts. */
export const alertTexts = {
  state: 'State',
  states: alertStates,
  list: 'Security alerts',
  loading: 'Loading security alerts',
  loadFailed: 'Failed to load the security alerts. Please try again.',
  empty: 'No security alerts',
  emptyAcknowledged: 'No acknowledged alerts',
  newest: (count: number) => `These are the newest ${count}. Acknowledge some to see older ones.`,
  newestAcknowledged: (count: number) => `These are the newest ${count}.`,
  events: (count: number) => (count === 1 ? '1 event' : `${count} events`),
  between: (from: string, to: string) => `From ${from} to ${to}`,
  acknowledgedBy: (name: string, when: string) => `Acknowledged by ${name} on ${when}`,
  reason: (reason: string) => `Reason: ${reason}`,
  label: 'What it was',
  labels,
  unlabeled: 'Not decided yet',
  labeledBy: (name: string, when: string) => `Decided by ${name} on ${when}`,
  labelSaved: 'The label was saved.',
  labelFailed: 'The label could not be saved.',
  acknowledge: {
    action: 'Acknowledge',
    of: (alert: string) => `Acknowledge: ${alert}`,
    title: 'Acknowledge this alert?',
    text: 'It leaves the list of open alerts and no longer lowers the security score. The reason stays with it.',
    done: 'The alert was acknowledged.',
    already: 'The alert is acknowledged already. The list was reloaded.',
  },
  missing: 'The alert no longer exists. The list was reloaded.',
  changed: 'The alert has changed meanwhile. Check it and try again.',
  evidence: {
    open: 'Evidence',
    list: 'Events of the alert',
    loading: 'Loading the events',
    loadFailed: 'Failed to load the events. Please try again.',
    incomplete: (found: number, count: number) => `${found} of the ${count} events are shown.`,
    toLog: 'Events of this user',
  },
  proposals: {
    title: 'Proposed actions',
    noUser: 'The alert is not about a user with an account, so only a notification is possible.',
  },
  respond: {
    of: (action: string, subject: string) => `${action}: ${subject}`,
    effects,
    title: (action: string) => `${action}?`,
    about: (effect: string, subject: string) => `${effect} The alert is about: ${subject}.`,
    done: (action: string) => `${action}: done. You can undo it on the Responses tab.`,
    notified: 'The administrators were notified.',
    failedTitle: 'The action had no effect',
    failedText: 'Try again, or check the Responses tab.',
    impossible:
      'This action is not possible: it would concern you or the last administrator, or the alert is not about a ' +
      'user with an account.',
  },
  exportOcsf: 'Export OCSF',
  exporting: (count: number) => `Exporting... (${count})`,
  exported: (count: number) => (count === 1 ? '1 alert exported' : `${count} alerts exported`),
  exportFailed: 'Failed to export the alerts. Please try again.',
} as const;

/** Texts of the Event Log. */
export const logTexts = {
  filters: 'Filters',
  narrow: (count: number) => (count === 0 ? 'Filter events' : `Filter events (${count})`),
  kind: 'Kind',
  anyKind: 'All kinds',
  category: 'Category',
  anyCategory: 'All categories',
  severity: 'Severity',
  anySeverity: 'All severities',
  source: 'Source',
  anySource: 'All sources',
  sources: { server: 'Server', browser: 'Browser' } satisfies Record<EventSource, string>,
  user: 'User',
  anyUser: 'All users',
  risk: 'Least risk',
  anyRisk: 'Any risk',
  risks: (risk: number) => `${risk} or more`,
  from: 'From',
  to: 'To',
  period: 'Without a first day, the log shows 24 hours.',
  clear: 'Clear filters',
  list: 'Security events',
  loading: 'Loading the event log',
  loadFailed: 'Failed to load the event log. Please try again.',
  empty: 'No security events in the last 24 hours',
  emptyFiltered: 'No events match these filters',
  emptySoFar: 'No recent events match these filters. Load the next page to search older ones.',
  next: 'Next page',
  nextFailed: 'Failed to load the next page. Please try again.',
  exportCsv: 'Export CSV',
  exportOcsf: 'Export OCSF',
  exporting: (count: number) => `Exporting... (${count})`,
  exported: (count: number) => (count === 1 ? '1 event exported' : `${count} events exported`),
  exportFailed: 'Failed to export the event log. Please try again.',
} as const;

/** Texts of the Responses. */
export const responseTexts = {
  title: 'Responses to alerts',
  states: responseStates,
  list: 'Responses',
  loading: 'Loading responses',
  loadFailed: 'Failed to load the responses. Please try again.',
  empty: 'No responses yet',
  noUser: 'No user',
  by: (name: string, when: string) => `By ${name} on ${when}`,
  automatic: 'an automatic rule',
  until: (when: string) => `Until ${when}`,
  ended: (when: string) => `Would have ended on ${when}`,
  undoneBy: (name: string, when: string) => `Undone by ${name} on ${when}`,
  undo: {
    action: 'Undo',
    of: (action: string, user: string) => `Undo: ${action}, ${user}`,
    title: 'Undo this response?',
    text: 'Its effect ends at once. Sessions that it ended stay ended: the user signs in again.',
    done: 'The response was undone.',
    over: 'The response has no effect any more. The list was reloaded.',
    changed: 'The response has changed meanwhile. Check it and try again.',
  },
  settings: {
    title: 'Automatic responses',
    lead: 'What a rule does on its own when it raises an alert about a user. Nothing is switched on at first.',
    form: 'Settings of responses',
    mail: 'Email high and critical alerts to all administrators',
    mailHint: 'One email for each alert.',
    mails: 'Emails',
    save: 'Save',
    saved: 'The settings were saved.',
    saveFailed: 'The settings could not be saved.',
    loading: 'Loading settings',
    loadFailed: 'Failed to load the settings. Please try again.',
    field: (rule: string, action: string) => `${rule}: ${action}`,
    on: 'On',
    off: 'Off',
    conflict: {
      title: 'Someone else changed the settings',
      text: 'Another administrator saved the settings while you edited them. Choose which values to keep.',
      table: 'Both versions of the settings',
      field: 'Setting',
      yours: 'Yours',
      theirs: 'Saved',
      reload: 'Use the saved values',
      keep: 'Keep mine',
    },
  },
} as const;
