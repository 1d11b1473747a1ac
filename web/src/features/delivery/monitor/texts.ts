import type { DeliverySource, HealthPart } from '../../../../../lambdas/contract/delivery/monitor-rules.ts';
import type { FigureName } from '../../../../../lambdas/contract/delivery/monitor.ts';

const sources: Readonly<Record<DeliverySource, string>> = {
  logs: 'CloudFront logs',
  cloudwatch: 'CloudWatch metrics',
  probe: 'Probes of the heartbeat file',
};

/** What the values of a source are counted in. */
const observations: Readonly<Record<DeliverySource, (n: string, isOne: boolean) => string>> = {
  logs: (n, isOne) => `${n} ${isOne ? 'request' : 'requests'}`,
  cloudwatch: (n, isOne) => `${n} ${isOne ? 'request' : 'requests'}`,
  probe: (n, isOne) => `${n} ${isOne ? 'probe' : 'probes'}`,
};

const figures: Readonly<Record<FigureName, string>> = {
  requests: 'Requests',
  bytes: 'Delivered',
  bandwidth: 'Bandwidth',
  hit_ratio: 'Cache hit ratio',
  error_rate: 'Error rate',
  client_error_rate: 'Client errors (4xx)',
  server_error_rate: 'Server errors (5xx)',
  availability: 'Availability',
  response_mean: 'Response time, mean',
  response_p50: 'Response time, half of the requests',
  response_p95: 'Response time, 95 % of the requests',
  probe_response: 'Response time of the probes',
};

const parts: Readonly<Record<HealthPart, string>> = {
  hits: 'Cache hit ratio',
  errors: 'Error rate',
  media: 'Published titles without media',
  current: 'Published titles with outdated media',
};

/** Texts of the CDN monitor. */
export const monitorTexts = {
  title: 'CDN Monitor',
  lead:
    'How the site and its media are delivered: measured numbers with their source, window and age. All times are ' +
    'UTC.',
  tabs: { label: 'CDN monitor', overview: 'Overview', alerts: 'Alerts', diagnostics: 'Diagnostics' },
  noData: 'No data yet',
  loading: 'Loading the numbers',
  loadFailed: 'Failed to load the numbers. Please try again.',
  stale: 'The numbers could not be updated. These are the last ones, with their age. We keep trying.',
  sources,
  failed: (source: string, since: string) => `${source} could not be read since ${since}. The last values are used.`,
  failedAlways: (source: string, since: string) =>
    `${source} could not be read since ${since}. There are no earlier values.`,
  /** The window of a number, and how many observations it comes from. */
  window: (from: string, to: string) => `${from} to ${to}`,
  observations,
  from: (counted: string) => `From ${counted}`,
  tooFew: (n: string, minimum: string) => `${n} of at least ${minimum}`,
  fromSource: (source: string, age: string) => `${source}, ${age}`,
  noValues: (source: string) => `${source}: no values yet`,
  table: 'Show as a table',
  summary: {
    count: (total: string, most: string) => `${total} in total, at most ${most} in an hour`,
    range: (least: string, most: string) => `${least} to ${most}`,
  },
} as const;

/** How old a value is. */
export const ageTexts = {
  new: 'less than a minute old',
  minutes: (count: number) => (count === 1 ? '1 minute old' : `${count} minutes old`),
  hours: (count: number) => (count === 1 ? '1 hour old' : `${count} hours old`),
  days: (count: number) => (count === 1 ? '1 day old' : `${count} days old`),
} as const;

/** Texts of the health score. */
export const healthTexts = {
  title: 'Health score',
  value: (score: string) => `${score} of 100`,
  definition: (points: Readonly<Record<HealthPart, number>>, excellent: number, good: number) =>
    `The score is the cache hit ratio × ${points.hits}, the share of requests without an error × ${points.errors}, ` +
    `${points.media} points while every published title has media (otherwise half of them), and ${points.current} ` +
    `points while no published title has outdated media (otherwise half of them). From ${excellent} it is Excellent, ` +
    `from ${good} Good.`,
  windows: 'The ratios have the windows that the Overview states for these metrics.',
  missing: 'There is no score before every part has a value.',
  table: 'Parts of the health score',
  part: 'Part',
  measured: 'Measured',
  points: 'Points',
  pointsOf: (points: string, most: number) => `${points} of ${most}`,
  parts,
} as const;

/** Texts of the Overview. */
export const overviewTexts = {
  refreshed: 'Updated every 10 seconds while this page is visible.',
  checked: (when: string, age: string) => `The delivery was last checked on ${when} (${age}).`,
  neverChecked: 'The delivery has not been checked yet. The first check takes up to five minutes.',
  openAlerts: (count: number) => (count === 1 ? '1 alert is open.' : `${count} alerts are open.`),
  toAlerts: 'Show alerts',
  lastValue: 'Last value',
  figures: { title: 'Metrics', names: figures },
  walk: (titles: string, when: string, age: string) =>
    `Published titles: ${titles}, counted in a walk through all of them that ended on ${when} (${age}).`,
  noWalk: 'Published titles: No data yet. The first walk through all of them has not ended.',
  hours: {
    title: 'By hour',
    period: 'Period',
    periods: { 24: 'Last 24 hours', 72: 'Last 3 days', 168: 'Last 7 days' },
    definition: (minimum: number) =>
      'From CloudFront logs, by hour of UTC. Logs come up to a day late, so the numbers of the last hours can grow. ' +
      `Ratios and times need at least ${minimum} requests in the hour. Each row has its own scale.`,
    newest: (hour: string, age: string) => `The newest hour with logs began on ${hour} (${age}).`,
    empty: 'No data yet: there are no logs of this period.',
    hour: 'Hour (UTC)',
    requests: 'Requests',
    bytes: 'Delivered',
    errors: 'Errors (4xx and 5xx)',
    clientErrors: '4xx',
    serverErrors: '5xx',
    hitRatio: 'Cache hit ratio',
    half: 'Response time, half of the requests',
    most: 'Response time, 95 % of the requests',
    none: '–',
    noneMeans: '–: fewer requests than needed. Hours without logs are left out.',
  },
  top: {
    title: 'Most played titles today',
    heads: { title: 'Title', plays: 'Plays' },
    window: (day: string, asOf: string, age: string) => `${day} (UTC), counted up to ${asOf} (${age}).`,
    loading: 'Loading the titles',
    loadFailed: 'Failed to load the titles. Please try again.',
    empty: 'No plays today',
    quality: (title: string) => `Playback quality of ${title}`,
  },
} as const;
