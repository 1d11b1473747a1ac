import type { Clock } from '../clock.ts';
import {
  addStatistics,
  addValue,
  type Bucket,
  clearBucket,
  emptyBucket,
  type Statistic,
  type StatisticSet,
} from './bucket.ts';

/** Values of a metric's dimensions, by name. */
export type Dimensions = Readonly<Record<string, string>>;

/** What identifies a metric. */
export interface MetricId {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Dimensions;
}

/** Records values of one metric. An engine keeps it, so that recording costs a few additions. */
export interface Recorder {
  /** Adds a value to the current minute. */
  add(value: number): void;
  /** Replaces the values of the current minute, for a level that is read repeatedly, such as a queue's length. */
  set(value: number): void;
}

/** Values at a time in the past or the near future. */
export interface Datum {
  readonly unit: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Values with the number of times that each occurred. */
  readonly values: readonly (readonly [value: number, times: number])[];
  readonly statistics?: StatisticSet;
}

/** A metric that has been recorded. */
export interface MetricSummary extends MetricId {
  readonly unit: string;
  /** Recorded with `set`. */
  readonly isLevel: boolean;
  /** Start of the latest minute with a value, epoch milliseconds. */
  readonly lastAt: number;
}

/** CloudWatch's memory: values of each metric by minute, kept for two hours. */
export interface MetricStore {
  recorder(id: MetricId, unit: string): Recorder;
  put(id: MetricId, datum: Datum): void;
  /**
   * A statistic of a metric from one time to before another, epoch milliseconds at full minutes. Without a unit, the
   * values of all units count. Undefined when there is no value.
   */
  read(id: MetricId, statistic: Statistic, from: number, to: number, unit?: string): number | undefined;
  /** Every metric with values, in the order of their first value. */
  list(): readonly MetricSummary[];
  /** The earliest time with data, epoch milliseconds. */
  oldest(): number;
}

export const MINUTE_MS = 60_000;

/** Values of up to this many milliseconds from now are accepted, as in CloudWatch. */
export const FUTURE_MS = 2 * 60 * MINUTE_MS;

/** How long values are kept. */
export const RETENTION_MS = 2 * 60 * MINUTE_MS;

/** Maximum metrics. A new one replaces the one that had no value for the longest time. */
const MAX_METRICS = 5000;

/** The values of one metric in one unit. */
interface Series {
  readonly key: string;
  readonly id: MetricId;
  readonly unit: string;
  /** By minutes since the epoch. */
  readonly buckets: Map<number, Bucket>;
  isLevel: boolean;
  lastMinute: number;
}

const keyOf = ({ namespace, name, dimensions }: MetricId): string =>
  JSON.stringify([namespace, name, Object.entries(dimensions).sort(([a], [b]) => (a < b ? -1 : 1))]);

/** Creates an empty store. */
export const createMetricStore = (clock: Clock): MetricStore => {
  /** By metric, then by unit. */
  const metrics = new Map<string, Map<string, Series>>();
  const currentMinute = (): number => Math.floor(clock.now() / MINUTE_MS);
  const oldestMinute = (): number => currentMinute() - RETENTION_MS / MINUTE_MS + 1;

  const evict = (): void => {
    const lastOf = (units: ReadonlyMap<string, Series>): number =>
      Math.max(...[...units.values()].map(({ lastMinute }) => lastMinute));
    let oldest: { readonly key: string; readonly last: number } | undefined;
    for (const [key, units] of metrics)
      if (!oldest || lastOf(units) < oldest.last) oldest = { key, last: lastOf(units) };
    if (oldest) metrics.delete(oldest.key);
  };

  /** A metric's values, as listed. A new metric is added to the list. */
  const seriesOf = (id: MetricId, unit: string): Series => {
    const key = keyOf(id);
    const units = metrics.get(key);
    const existing = units?.get(unit);
    if (existing) return existing;
    const created = { key, id, unit, buckets: new Map<number, Bucket>(), isLevel: false, lastMinute: 0 };
    if (!units && metrics.size >= MAX_METRICS) evict();
    if (units) units.set(unit, created);
    else metrics.set(key, new Map([[unit, created]]));
    return created;
  };

  const bucketOf = (series: Series, minute: number): Bucket => {
    const existing = series.buckets.get(minute);
    if (existing) return existing;
    // At most once a minute, so it costs little.
    for (const old of series.buckets.keys()) if (old < oldestMinute()) series.buckets.delete(old);
    const created = emptyBucket();
    series.buckets.set(minute, created);
    series.lastMinute = Math.max(series.lastMinute, minute);
    return created;
  };

  return {
    recorder(id, unit) {
      let minute = -1;
      let bucket = emptyBucket();
      /** The bucket of the current minute. */
      const open = (isLevel: boolean): Bucket => {
        const now = currentMinute();
        if (now === minute) return bucket;
        const series = seriesOf(id, unit);
        series.isLevel = isLevel;
        bucket = bucketOf(series, now);
        minute = now;
        return bucket;
      };
      return {
        add: (value) => addValue(open(false), value),
        set(value) {
          const current = open(true);
          clearBucket(current);
          addValue(current, value);
        },
      };
    },
    put(id, { unit, at, values, statistics }) {
      const minute = Math.floor(at / MINUTE_MS);
      if (minute < oldestMinute()) return;
      const bucket = bucketOf(seriesOf(id, unit), minute);
      for (const [value, times] of values) addValue(bucket, value, times);
      if (statistics) addStatistics(bucket, statistics);
    },
    read(id, statistic, from, to, unit) {
      const units = metrics.get(keyOf(id));
      if (!units) return undefined;
      const found: Bucket[] = [];
      const first = Math.max(Math.floor(from / MINUTE_MS), oldestMinute());
      for (const series of units.values()) {
        if (unit !== undefined && series.unit !== unit) continue;
        for (let minute = first; minute < to / MINUTE_MS; minute += 1) {
          const bucket = series.buckets.get(minute);
          if (bucket) found.push(bucket);
        }
      }
      return statistic.of(found);
    },
    list: () =>
      [...metrics.values()].flatMap((units) =>
        [...units.values()]
          .filter(({ lastMinute }) => lastMinute >= oldestMinute())
          .map(({ id, unit, isLevel, lastMinute }) => ({ ...id, unit, isLevel, lastAt: lastMinute * MINUTE_MS })),
      ),
    oldest: () => oldestMinute() * MINUTE_MS,
  };
};
