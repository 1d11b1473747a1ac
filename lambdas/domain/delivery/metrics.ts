import { MINIMUM_REQUESTS } from '../../contract/delivery/monitor-rules.ts';
import { heartbeatsIn, PERIOD_MS, type ProbeHour, type TimeRange } from './heartbeats.ts';
import type { MetricsWindow } from './watch-state.ts';

/** CloudFront's free metrics that are read. */
export type MetricName = 'Requests' | 'BytesDownloaded' | '4xxErrorRate' | '5xxErrorRate' | 'TotalErrorRate';

/** Seconds of the periods that metrics are read in. */
export const METRIC_PERIOD = PERIOD_MS / 1000;
const DAY_MS = 86_400_000;
/** CloudFront publishes the values of a minute up to a few minutes late. */
const LATE_MS = 2 * 60_000;

/** Values of a metric by the start of their period (milliseconds). Periods without a value are left out. */
export type MetricPoints = ReadonlyMap<number, number>;

/** What reads the metrics of the distribution. */
export interface MetricReader {
  /** The values of a metric from one time to before another (milliseconds). Throws when CloudWatch cannot be read. */
  readonly read: (metric: MetricName, from: number, to: number) => Promise<MetricPoints>;
}

/** The windows that end with the last period whose values are complete. Times in milliseconds. */
export const windowsAt = (now: number) => {
  const to = Math.floor((now - LATE_MS) / PERIOD_MS) * PERIOD_MS;
  return { recent: { from: to - PERIOD_MS, to }, day: { from: to - DAY_MS, to } };
};

/** The values of all metrics. Those of rates and bytes are not read when there are too few requests. */
export interface MetricValues {
  readonly requests: MetricPoints;
  readonly rest?: Readonly<Record<Exclude<MetricName, 'Requests'>, MetricPoints>> | undefined;
  /** Probes of the time that the values are about: CloudFront counts their requests too. */
  readonly probeHours: readonly ProbeHour[];
}

const within = (points: MetricPoints, { from, to }: TimeRange): readonly (readonly [number, number])[] =>
  [...points].filter(([at]) => at >= from && at < to);

const sumIn = (points: MetricPoints, range: TimeRange): number =>
  within(points, range).reduce((sum, [, value]) => sum + value, 0);

/**
 * Requests of viewers in a range: those that CloudFront counted, without the heartbeats. A heartbeat without a response
 * is taken out as well: CloudFront counts one that it accepted, and it cannot be seen from outside whether it did.
 * Only sums are compared, because CloudFront may count a request in the period after the one it was sent in.
 */
export const viewersIn = ({ requests, probeHours }: Omit<MetricValues, 'rest'>, range: TimeRange): number =>
  Math.max(0, sumIn(requests, range) - heartbeatsIn(probeHours, range).requests);

/** Requests that are no viewers', and how many of them had the errors that a rate is about. */
interface NotCounted {
  readonly requests: number;
  readonly errors: number;
}

/** A rate of viewers' requests in percent, weighted by the requests of each period; null without any request. */
const weighted = (
  rates: MetricPoints,
  requests: MetricPoints,
  range: TimeRange,
  notCounted: NotCounted,
): number | null => {
  const parts = within(rates, range).map(([at, rate]) => ({ rate, n: requests.get(at) ?? 0 }));
  const n = parts.reduce((sum, part) => sum + part.n, 0) - notCounted.requests;
  const percents = parts.reduce((sum, part) => sum + part.rate * part.n, 0) - 100 * notCounted.errors;
  return n <= 0 ? null : Math.min(100, Math.max(0, percents / n));
};

/**
 * What the values of a window amount to, without the heartbeats. The bytes include those of heartbeats, whose file has
 * two bytes.
 */
export const summarize = ({ requests: points, rest, probeHours }: MetricValues, range: TimeRange): MetricsWindow => {
  const { clientErrors, serverErrors, failedAt, ...heartbeats } = heartbeatsIn(probeHours, range);
  const requests = viewersIn({ requests: points, probeHours }, range);
  const rates = requests < MINIMUM_REQUESTS ? undefined : rest;
  const rateOf = (name: '4xxErrorRate' | '5xxErrorRate' | 'TotalErrorRate', errors: number) =>
    rates === undefined ? null : weighted(rates[name], points, range, { requests: heartbeats.requests, errors });
  const hasViewers = (from: number): boolean =>
    viewersIn({ requests: points, probeHours }, { from, to: from + PERIOD_MS }) > 0;
  return {
    from: new Date(range.from).toISOString(),
    to: new Date(range.to).toISOString(),
    requests,
    bytes: rates === undefined ? null : sumIn(rates.BytesDownloaded, range),
    client_error_rate: rateOf('4xxErrorRate', clientErrors),
    server_error_rate: rateOf('5xxErrorRate', serverErrors),
    error_rate: rateOf('TotalErrorRate', clientErrors + serverErrors),
    failed_probes: failedAt.filter((at) => !hasViewers(at)).length,
  };
};
