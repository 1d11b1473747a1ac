import { z } from 'zod';
import { AwsError } from '../aws/service.ts';
import { statisticOf } from './bucket.ts';
import { dimensionInput, dimensionsOf, type MetricQuery, runQueries } from './query.ts';
import type { MetricId, MetricStore } from './store.ts';

/** Maximum values of one response. */
const MAX_DATAPOINTS = 1440;
const MAX_EXTENDED = 10;

/** The input of GetMetricStatistics. */
export const getMetricStatisticsInput = z.object({
  Namespace: z.string().min(1).max(255),
  MetricName: z.string().min(1).max(255),
  Dimensions: z.array(dimensionInput).max(30).nullish(),
  /** Seconds since 1970. */
  StartTime: z.number(),
  EndTime: z.number(),
  Period: z.number().int().min(1),
  Statistics: z
    .array(z.enum(['SampleCount', 'Average', 'Sum', 'Minimum', 'Maximum']))
    .max(5)
    .nullish(),
  /** Percentiles, such as `p99`. */
  ExtendedStatistics: z.array(z.string()).max(MAX_EXTENDED).nullish(),
  Unit: z.string().nullish(),
});

type Input = z.infer<typeof getMetricStatisticsInput>;

const rejected = (message: string): AwsError => new AwsError('InvalidParameterCombinationException', message);

/** @throws AwsError for input that CloudWatch rejects, and for what the local cloud does not compute */
const check = (input: Input, names: readonly string[]): void => {
  const { StartTime: start, EndTime: end, Period: period } = input;
  if (names.length === 0)
    throw new AwsError(
      'MissingRequiredParameterException',
      'The parameter Statistics or ExtendedStatistics is required.',
    );
  if (start >= end)
    throw new AwsError(
      'InvalidParameterValueException',
      'The parameter StartTime must be less than the parameter EndTime.',
    );
  // CloudWatch has values of single seconds too. The local cloud stores minutes.
  if (period % 60 !== 0)
    throw new AwsError(
      'InvalidParameterValueException',
      `The value of the parameter Period, ${period}, is not a multiple of 60.`,
    );
  const points = Math.ceil((end - start) / period);
  if (points > MAX_DATAPOINTS)
    throw rejected(
      `You have requested up to ${points} datapoints, which exceeds the limit of ${MAX_DATAPOINTS}. ` +
        'You may reduce the datapoints requested by increasing Period, or decreasing the time range.',
    );
};

/** The unit that a metric was recorded in. */
const unitOf = (store: MetricStore, { namespace, name, dimensions }: MetricId): string => {
  const names = Object.keys(dimensions);
  const found = store
    .list()
    .find(
      (one) =>
        one.namespace === namespace &&
        one.name === name &&
        Object.keys(one.dimensions).length === names.length &&
        names.every((dimension) => one.dimensions[dimension] === dimensions[dimension]),
    );
  return found?.unit ?? 'None';
};

/** The values of a metric by period, in no order that callers may rely on. */
export const getMetricStatistics = (store: MetricStore, input: Input) => {
  const { Statistics: simple, ExtendedStatistics: extended } = input;
  const names = [...(simple ?? []), ...(extended ?? [])];
  check(input, names);
  const metric = {
    namespace: input.Namespace,
    name: input.MetricName,
    dimensions: dimensionsOf(input.Dimensions),
  };
  const queries = names.map((name): MetricQuery => {
    const statistic = statisticOf(name);
    if (!statistic) throw rejected(`The local cloud does not support the statistic ${name}`);
    const periodMs = input.Period * 1000;
    const unit = input.Unit ? { unit: input.Unit } : {};
    return { kind: 'metric', id: name, label: name, returned: true, periodMs, metric, statistic, ...unit };
  });
  const results = runQueries(store, queries, input.StartTime * 1000, input.EndTime * 1000);
  const times = new Set([...results.values()].flatMap((points) => [...points.keys()]));
  const unit = input.Unit ?? unitOf(store, metric);
  const valuesAt = (at: number, wanted: readonly string[]) =>
    Object.fromEntries(
      wanted.flatMap((name) => {
        const value = results.get(name)?.get(at);
        return value === undefined ? [] : [[name, value]];
      }),
    );
  return {
    Label: input.MetricName,
    Datapoints: [...times].map((at) => ({
      Timestamp: new Date(at),
      ...valuesAt(at, simple ?? []),
      ...(extended && extended.length > 0 ? { ExtendedStatistics: valuesAt(at, extended) } : {}),
      Unit: unit,
    })),
  };
};
