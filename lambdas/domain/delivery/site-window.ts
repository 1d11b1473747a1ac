import { MINIMUM_REQUESTS } from '../../contract/delivery/monitor-rules.ts';
import type { DeliveryHour } from '../../contract/delivery/monitor.ts';
import { sumOfAll } from './add-sums.ts';
import { meanOf, quantileOf, type Histogram } from './histogram.ts';
import type { DeliverySums } from './sums.ts';

const HOUR_MS = 3_600_000;
/** Hours that figures of a day consist of. */
const DAY_HOURS = 24;
/** Hours that have a day of whole ones among them: the current one is not whole. */
export const NEWEST_HOURS = DAY_HOURS + 1;
/** Logs are up to a day late, and an hour without requests has none. */
const LOGS_LATE_MS = 26 * HOUR_MS;

/** Sums of one hour of the site. */
export interface SiteHour extends DeliverySums {
  /** Its start, ISO 8601. */
  readonly hour: string;
}

/** Hours added up. Times are ISO 8601, and null without any hour. */
export interface SiteWindow {
  readonly sums: DeliverySums;
  readonly from: string | null;
  readonly to: string | null;
}

/** The start of the hour of a time (milliseconds), ISO 8601. */
export const hourOf = (at: number): string => new Date(Math.floor(at / HOUR_MS) * HOUR_MS).toISOString();

/** The newest 24 whole hours that have logs, of those that are given. The current hour is not whole. */
export const lastDay = (hours: readonly SiteHour[], now: number): SiteWindow => {
  const current = hourOf(now);
  const whole = hours
    .filter(({ hour }) => hour < current)
    .sort((a, b) => a.hour.localeCompare(b.hour))
    .slice(-DAY_HOURS);
  const [first, last] = [whole[0], whole.at(-1)];
  return {
    sums: sumOfAll(whole),
    from: first?.hour ?? null,
    to: last ? new Date(Date.parse(last.hour) + HOUR_MS).toISOString() : null,
  };
};

/** Whether logs still arrive. Older ones say nothing about the delivery now. */
export const areLogsRecent = ({ to }: SiteWindow, now: number): boolean =>
  to !== null && now - Date.parse(to) <= LOGS_LATE_MS;

/** A share in percent; null below the minimum of requests. */
const percentOf = (part: number, whole: number): number | null =>
  whole < MINIMUM_REQUESTS ? null : (part / whole) * 100;

/** Requests that a cache could answer. */
export const cacheableOf = ({ hits, refreshed, misses }: DeliverySums): number => hits + refreshed + misses;

/** The share of them that it answered, in percent. A file that was only confirmed by the origin counts. */
export const hitRatioOf = (sums: DeliverySums): number | null =>
  percentOf(sums.hits + sums.refreshed, cacheableOf(sums));

/** The share of requests with an error, in percent. */
export const errorRateOf = ({ requests, client_errors: client, server_errors: server }: DeliverySums): number | null =>
  percentOf(client + server, requests);

/** Number of times in a histogram. */
export const countOf = (histogram: Histogram): number =>
  Object.values(histogram).reduce((sum, count) => sum + count, 0);

/** The quantile (0 to 1) of the time to the first byte in milliseconds. */
export const firstByteOf = ({ first_byte: histogram }: DeliverySums, share: number): number | null =>
  countOf(histogram) < MINIMUM_REQUESTS ? null : quantileOf(histogram, share);

/** The mean time to the first byte in milliseconds. */
export const meanFirstByteOf = ({ first_byte: histogram }: DeliverySums): number | null =>
  countOf(histogram) < MINIMUM_REQUESTS ? null : meanOf(histogram);

/** An hour as plots show it. */
export const hourView = ({ hour, ...sums }: SiteHour): DeliveryHour => ({
  hour,
  requests: sums.requests,
  bytes: sums.bytes,
  hits: sums.hits,
  refreshed: sums.refreshed,
  misses: sums.misses,
  client_errors: sums.client_errors,
  server_errors: sums.server_errors,
  hit_ratio: hitRatioOf(sums),
  error_rate: errorRateOf(sums),
  response_p50: firstByteOf(sums, 0.5),
  response_p95: firstByteOf(sums, 0.95),
});
