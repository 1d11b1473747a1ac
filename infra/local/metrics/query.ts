import { z } from 'zod';
import { AwsError } from '../aws/service.ts';
import { type Statistic, statisticOf } from './bucket.ts';
import { FUTURE_MS, MINUTE_MS, RETENTION_MS, type MetricId, type MetricStore } from './store.ts';

/** A dimension, as requests and templates write it. */
export const dimensionInput = z.object({ Name: z.string().min(1).max(255), Value: z.string().min(1).max(1024) });

/** A metric or an expression, as GetMetricData and the template's alarms write it. */
export const queryInput = z.object({
  Id: z.string().regex(/^[a-z]\w*$/),
  Label: z.string().nullish(),
  ReturnData: z.boolean().nullish(),
  Expression: z.string().min(1).max(2048).nullish(),
  Period: z.coerce.number().int().min(1).nullish(),
  MetricStat: z
    .object({
      Metric: z.object({
        Namespace: z.string().nullish(),
        MetricName: z.string().nullish(),
        Dimensions: z.array(dimensionInput).max(30).nullish(),
      }),
      Period: z.coerce.number().int().min(1),
      Stat: z.string(),
      Unit: z.string().nullish(),
    })
    .nullish(),
});

/** See `queryInput`. */
export type QueryInput = z.infer<typeof queryInput>;

interface QueryCommon {
  readonly id: string;
  readonly label: string;
  readonly returned: boolean;
  readonly periodMs: number;
}

/** A query for a statistic of one metric. */
export interface MetricQuery extends QueryCommon {
  readonly kind: 'metric';
  readonly metric: MetricId;
  readonly unit?: string;
  readonly statistic: Statistic;
}

/** One metric of a sum. */
export interface SumTerm {
  readonly id: string;
  /** The value of periods without one (`FILL`). When left out, the sum skips these periods. */
  readonly fill?: number;
}

/** A query for the sum of other queries. */
export interface SumQuery extends QueryCommon {
  readonly kind: 'sum';
  readonly terms: readonly SumTerm[];
}

/** A query, checked. */
export type Query = MetricQuery | SumQuery;

const rejected = (message: string): AwsError => new AwsError('ValidationError', message);

/** The dimensions of a request, by name. */
export const dimensionsOf = (list: readonly { readonly Name: string; readonly Value: string }[] | null | undefined) =>
  Object.fromEntries((list ?? []).map(({ Name, Value }) => [Name, Value]));

const metricQuery = (input: QueryInput, stat: NonNullable<QueryInput['MetricStat']>): MetricQuery => {
  const { Metric: metric, Period: period, Stat: name, Unit: unit } = stat;
  const statistic = statisticOf(name);
  if (!statistic) throw rejected(`The local cloud does not support the statistic ${name} in query ${input.Id}`);
  // CloudWatch has values of single seconds too. The local cloud stores minutes.
  if (period % 60 !== 0) throw rejected(`Period ${period} in query ${input.Id} is not a multiple of 60`);
  if (!metric.Namespace || !metric.MetricName) throw rejected(`Query ${input.Id} needs a Namespace and a MetricName`);
  return {
    kind: 'metric',
    id: input.Id,
    label: input.Label ?? metric.MetricName,
    returned: input.ReturnData ?? true,
    periodMs: period * 1000,
    metric: { namespace: metric.Namespace, name: metric.MetricName, dimensions: dimensionsOf(metric.Dimensions) },
    statistic,
    ...(unit ? { unit } : {}),
  };
};

/**
 * The only metric math of the template. `SUM` of several series skips those without a value; `FILL` gives a series a
 * value in every period, even if the metric has never been recorded.
 */
const SUM = /^\s*SUM\(\s*\[(.+)\]\s*\)\s*$/;
const TERM = /^(?:(\w+)|FILL\(\s*(\w+)\s*,\s*(-?\d+(?:\.\d+)?)\s*\))$/;

/** The metrics of a sum; undefined for any other expression. */
const sumTerms = (expression: string): readonly SumTerm[] | undefined => {
  // Commas inside FILL(…) separate no metrics.
  const parts = SUM.exec(expression)?.[1]?.split(/,(?![^(]*\))/) ?? [];
  const terms = parts.map((part): SumTerm | undefined => {
    const [, plain, filled, value] = TERM.exec(part.trim()) ?? [];
    if (plain !== undefined) return { id: plain };
    return filled === undefined ? undefined : { id: filled, fill: Number(value) };
  });
  return terms.length > 0 && terms.every((term) => term !== undefined) ? terms : undefined;
};

const sumQuery = (input: QueryInput, expression: string, periods: ReadonlyMap<string, number>): SumQuery => {
  const terms = sumTerms(expression);
  if (!terms)
    throw rejected(
      `Error in expression '${input.Id}': the local cloud supports only SUM([id or FILL(id, number), ...]) ` +
        `and not ${expression}`,
    );
  const ids = terms.map(({ id }) => id);
  const unknown = ids.find((id) => !periods.has(id));
  if (unknown !== undefined) throw rejected(`Error in expression '${input.Id}': ${unknown} is not a metric's Id`);
  const found = new Set(ids.map((id) => periods.get(id) ?? 0));
  const [periodMs = 0] = found;
  if (found.size > 1) throw rejected(`Error in expression '${input.Id}': its metrics have different periods`);
  return {
    kind: 'sum',
    id: input.Id,
    label: input.Label ?? input.Id,
    returned: input.ReturnData ?? true,
    periodMs,
    terms,
  };
};

/** Checks queries. @throws AwsError ValidationError */
export const readQueries = (inputs: readonly QueryInput[]): readonly Query[] => {
  const repeated = inputs.find(({ Id }, index) => inputs.findIndex((other) => other.Id === Id) < index);
  if (repeated) throw rejected(`The values for parameter Id in MetricDataQueries are not unique: ${repeated.Id}`);
  const periods = new Map<string, number>();
  for (const { Id, MetricStat } of inputs) if (MetricStat) periods.set(Id, MetricStat.Period * 1000);
  return inputs.map((input) => {
    if (!!input.MetricStat === !!input.Expression)
      throw rejected(`Query ${input.Id} must have either a MetricStat or an Expression`);
    return input.MetricStat ? metricQuery(input, input.MetricStat) : sumQuery(input, input.Expression ?? '', periods);
  });
};

/** Values by the start of their period, epoch milliseconds, oldest first. */
export type Points = ReadonlyMap<number, number>;

/** Values from `from` to before `to`, epoch milliseconds. Periods begin at `from`, rounded down to the minute. */
export const runQueries = (
  store: MetricStore,
  queries: readonly Query[],
  from: number,
  to: number,
): ReadonlyMap<string, Points> => {
  const start = Math.floor(from / MINUTE_MS) * MINUTE_MS;
  const results = new Map<string, Points>();
  /** The start of every period that can have a value. */
  const periods = (periodMs: number): readonly number[] => {
    // Periods that ended before the oldest data are empty.
    const skipped = Math.max(0, Math.floor((store.oldest() - start) / periodMs));
    // There are no later values, however late the end is.
    const end = Math.min(to, store.oldest() + RETENTION_MS + FUTURE_MS);
    const first = start + skipped * periodMs;
    return Array.from({ length: Math.max(0, Math.ceil((end - first) / periodMs)) }, (_, at) => first + at * periodMs);
  };
  const metricPoints = ({ metric, statistic, unit, periodMs }: MetricQuery): Points => {
    const points = new Map<number, number>();
    for (const at of periods(periodMs)) {
      const value = store.read(metric, statistic, at, at + periodMs, unit);
      if (value !== undefined) points.set(at, value);
    }
    return points;
  };
  const filled = (points: Points | undefined, fill: number, periodMs: number): Points =>
    new Map(periods(periodMs).map((at) => [at, points?.get(at) ?? fill]));
  for (const query of queries) if (query.kind === 'metric') results.set(query.id, metricPoints(query));
  for (const query of queries) {
    if (query.kind !== 'sum') continue;
    const sums = new Map<number, number>();
    for (const { id, fill } of query.terms) {
      const points = fill === undefined ? results.get(id) : filled(results.get(id), fill, query.periodMs);
      for (const [at, value] of points ?? []) sums.set(at, (sums.get(at) ?? 0) + value);
    }
    results.set(query.id, new Map([...sums].sort(([a], [b]) => a - b)));
  }
  return results;
};
