import { z } from 'zod';
import { arnOf, physicalName } from '../resources/names.ts';
import type { ResourceInput } from '../resources/types.ts';
import { type Condition, comparisons, evaluationRange, type MissingData } from './evaluation.ts';
import { dimensionInput, type Query, queryInput, type QueryInput, readQueries } from './query.ts';
import { RETENTION_MS } from './store.ts';

const actions = z.array(z.string()).default([]);

/** The properties of `AWS::CloudWatch::Alarm` that the local cloud supports. Another one is an error. */
const alarmProperties = z.strictObject({
  AlarmName: z.string().optional(),
  AlarmDescription: z.string().optional(),
  ActionsEnabled: z.union([z.boolean(), z.stringbool()]).default(true),
  AlarmActions: actions,
  OKActions: actions,
  InsufficientDataActions: actions,
  Namespace: z.string().optional(),
  MetricName: z.string().optional(),
  Dimensions: z.array(dimensionInput).optional(),
  Statistic: z.enum(['SampleCount', 'Sum', 'Average', 'Minimum', 'Maximum']).optional(),
  ExtendedStatistic: z.string().optional(),
  Period: z.coerce.number().int().optional(),
  Unit: z.string().optional(),
  Metrics: z.array(queryInput).optional(),
  ComparisonOperator: z.enum(Object.keys(comparisons) as [keyof typeof comparisons]),
  Threshold: z.coerce.number(),
  EvaluationPeriods: z.coerce.number().int().min(1),
  DatapointsToAlarm: z.coerce.number().int().min(1).optional(),
  TreatMissingData: z.enum(['missing', 'ignore', 'breaching', 'notBreaching']).default('missing'),
  Tags: z.unknown().optional(),
});

type AlarmProperties = z.infer<typeof alarmProperties>;

/** An alarm of the template. */
export interface AlarmDefinition {
  readonly name: string;
  readonly arn: string;
  readonly description: string;
  /** What `DescribeAlarms` returns of it in addition to its state. */
  readonly described: Readonly<Record<string, unknown>>;
  readonly queries: readonly Query[];
  /** The query whose values are compared with the threshold. */
  readonly watched: Query;
  /** As it is evaluated. */
  readonly condition: Condition;
}

/** The alarm's metric as queries: its own list, or one query for its single metric. */
const queriesOf = (properties: AlarmProperties): readonly QueryInput[] => {
  if (properties.Metrics) return properties.Metrics;
  const { Namespace, MetricName, Dimensions, Statistic, ExtendedStatistic, Period, Unit } = properties;
  const stat = Statistic ?? ExtendedStatistic;
  if (stat === undefined || Period === undefined) throw new Error('it needs a statistic and a period, or Metrics');
  const Metric = { Namespace, MetricName, Dimensions };
  return [{ Id: 'm1', MetricStat: { Metric, Period, Stat: stat, ...(Unit === undefined ? {} : { Unit }) } }];
};

/** ARN of an alarm. The name `*` means every alarm. */
export const alarmArn = (name: string): string => arnOf('cloudwatch', `alarm:${name}`);

/** Alarms on metrics of DynamoDB always ignore missing data, whatever they say. */
const missingDataOf = (queries: readonly Query[], given: MissingData): MissingData =>
  queries.some((query) => query.kind === 'metric' && query.metric.namespace === 'AWS/DynamoDB') ? 'ignore' : given;

/** Reads `AWS::CloudWatch::Alarm`. @throws Error for what is invalid or not supported */
export const readAlarm = (input: ResourceInput): AlarmDefinition => {
  const parsed = alarmProperties.safeParse(input.properties);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`property ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid value'}`);
  }
  const { Tags: _tags, AlarmName, ...properties } = parsed.data;
  const queries = readQueries(queriesOf(properties));
  const watched = queries.filter(({ returned }) => returned);
  const [query] = watched;
  if (!query || watched.length > 1) throw new Error('exactly one of its metrics must have ReturnData');
  const periods = properties.EvaluationPeriods;
  if (evaluationRange({ periods }) * query.periodMs > RETENTION_MS)
    throw new Error('it needs values of more than two hours, which the local cloud does not keep');
  const datapoints = properties.DatapointsToAlarm ?? periods;
  if (datapoints > periods) throw new Error('DatapointsToAlarm must not be greater than EvaluationPeriods');
  const name = AlarmName ?? physicalName(input);
  return {
    name,
    arn: alarmArn(name),
    description: properties.AlarmDescription ?? '',
    described: properties,
    queries,
    watched: query,
    condition: {
      comparison: properties.ComparisonOperator,
      threshold: properties.Threshold,
      periods,
      datapoints,
      missing: missingDataOf(queries, properties.TreatMissingData),
    },
  };
};
