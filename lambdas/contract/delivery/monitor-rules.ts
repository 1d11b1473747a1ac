/** Requests of a window below which its rates are not stated and no rule looks at them. */
export const MINIMUM_REQUESTS = 50;
/** Probes below which no response time is stated: those of 15 minutes. */
export const MINIMUM_PROBES = 3;
/** Measured durations of changes or invalidations below which their usual duration is an assumption. */
export const MINIMUM_DURATIONS = 3;
/** Minutes between two checks of the delivery. */
export const WATCH_MINUTES = 5;
/** A rule that raised an alert raises no other one for this long ("suppressed for 5 minutes"). */
export const ALERT_SUPPRESSION_MS = 5 * 60_000;

/** Where a figure comes from: the distribution's logs, CloudWatch's free metrics, or the probe of the worker. */
export const DELIVERY_SOURCES = ['logs', 'cloudwatch', 'probe'] as const;
export type DeliverySource = (typeof DELIVERY_SOURCES)[number];

export const CDN_ALERT_RULES = ['error-rate', 'cache-hit-ratio', 'response-time', 'availability'] as const;
export type CdnAlertRule = (typeof CDN_ALERT_RULES)[number];

/** A rule of delivery alerts. Its threshold itself is still fine. */
interface AlertRule {
  readonly severity: 'medium' | 'high' | 'critical';
  readonly threshold: number;
  readonly raisedBy: 'above' | 'below';
}

/** The rules of the specification, section 9. Rates are in percent, times in milliseconds. */
export const CDN_RULES: Readonly<Record<CdnAlertRule, AlertRule>> = {
  'error-rate': { severity: 'critical', threshold: 5, raisedBy: 'above' },
  'cache-hit-ratio': { severity: 'high', threshold: 80, raisedBy: 'below' },
  'response-time': { severity: 'medium', threshold: 1000, raisedBy: 'above' },
  availability: { severity: 'critical', threshold: 99.9, raisedBy: 'below' },
};

/** Labels of the health score with the least score of each. */
export const HEALTH_LABELS = [
  { label: 'Excellent', from: 90 },
  { label: 'Good', from: 70 },
  { label: 'Needs Improvement', from: 0 },
] as const;

/** Parts of the health score with the points that each can have: 100 together. */
export const HEALTH_POINTS = { hits: 30, errors: 25, media: 25, current: 20 } as const;
export type HealthPart = keyof typeof HEALTH_POINTS;

/** Phases of the AI CDN panel, ordered by number. */
export const CDN_PHASES = [
  { number: 0, name: 'Enterprise Metrics' },
  { number: 1, name: 'Measure' },
  { number: 2, name: 'Cache' },
  { number: 3, name: 'Optimize' },
  { number: 4, name: 'Automate' },
] as const;

/** What a phase consists of. */
export const CDN_CHECKS = [
  'metrics-read',
  'distribution-read',
  'probe-answers',
  'logs-arrive',
  'enough-requests',
  'hit-ratio-reached',
  'few-revalidations',
  'media-current',
  'errors-rare',
  'responses-fast',
  'nothing-to-optimize',
  'watch-runs',
  'no-alert-open',
] as const;
export type CdnCheck = (typeof CDN_CHECKS)[number];

/** Rules of the optimizer. */
export const OPTIMIZER_RULES = [
  'raise-hit-ratio',
  'avoid-revalidations',
  'avoid-client-errors',
  'avoid-canceled-requests',
  'speed-up-first-byte',
  'fit-price-class',
  'convert-missing-media',
  'renew-outdated-media',
  'switch-off-additional-metrics',
] as const;
export type OptimizerRule = (typeof OPTIMIZER_RULES)[number];
