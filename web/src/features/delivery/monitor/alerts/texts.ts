import type { CdnAlertRule } from '../../../../../../lambdas/contract/delivery/monitor-rules.ts';
import type { CdnAlert } from '../../../../../../lambdas/contract/delivery/monitor.ts';

const rules: Readonly<Record<CdnAlertRule, string>> = {
  'error-rate': 'Error rate',
  'cache-hit-ratio': 'Cache hit ratio',
  'response-time': 'Response time',
  availability: 'Availability',
};

const severities: Readonly<Record<CdnAlert['severity'], string>> = {
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
};

/** Texts of the Alerts. */
export const alertTexts = {
  rules: {
    title: 'Rules',
    lead: (check: number, suppression: number) =>
      `Every ${check} minutes, each rule compares what was measured with its threshold. A rule whose alert is open ` +
      `raises no other one, nor does it for ${suppression} minutes after an alert.`,
    rule: 'Rule',
    raised: 'Raised when',
    severity: 'Severity',
    looksAt: 'Looks at',
    now: 'Now',
    above: (threshold: string) => `above ${threshold}`,
    below: (threshold: string) => `below ${threshold}`,
    open: (since: string) => `Open since ${since}`,
    closed: 'No open alert',
    notChecked: (since: string) => `Not checked since ${since}`,
    names: rules,
    severities,
  },
  windows: {
    'error-rate': (requests: number) => `4xx and 5xx of the last 5 minutes, with at least ${requests} requests`,
    'cache-hit-ratio': (requests: number) =>
      `The last 24 whole hours that have logs, with at least ${requests} requests`,
    'response-time': (_requests: number, probes: number) =>
      `The mean time to the first byte of the last ${probes} probes`,
    availability: (requests: number) =>
      `Requests without a 5xx of the last 5 minutes; the last probe while there are fewer than ${requests} requests`,
  },
  list: 'Delivery alerts',
  title: 'Alerts of the last year',
  loading: 'Loading alerts',
  loadFailed: 'Failed to load the alerts. Please try again.',
  empty: 'No alerts in the last year',
  open: 'Open',
  resolved: 'Resolved',
  value: (value: string, condition: string) => `${value} was measured; the rule raises an alert ${condition}.`,
  raisedAt: (when: string, age: string) => `Raised on ${when} (${age})`,
  resolvedAt: (when: string, value: string) => `Resolved on ${when}, when ${value} was measured`,
  notResolved: 'Not resolved yet',
  next: 'Older alerts',
  nextFailed: 'Failed to load older alerts. Please try again.',
} as const;
