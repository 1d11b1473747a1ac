import { z } from 'zod';
import { type InvalidInput, jsonService, type JsonOperation, operation } from '../aws/json-service.ts';
import { AwsError, type LocalService, type Principal } from '../aws/service.ts';
import type { Clock } from '../clock.ts';
import type { Authorize } from '../iam/access.ts';
import { alarmArn } from './definition.ts';
import type { Alarm, Alarms } from './alarms.ts';
import { putMetricDataInput, readDatum } from './put-input.ts';
import { queryInput, readQueries, runQueries } from './query.ts';
import { getMetricStatistics, getMetricStatisticsInput } from './statistics.ts';
import type { MetricStore } from './store.ts';

/** Options of CloudWatch's API. */
export interface CloudWatchOptions {
  readonly clock: Clock;
  readonly store: MetricStore;
  readonly alarms: Pick<Alarms, 'list'>;
  /** Authorizes each call. Default: every call is allowed. */
  readonly authorize?: Authorize;
}

/** Maximum queries of one GetMetricData call. */
const MAX_QUERIES = 500;
/** Maximum values of one GetMetricData response. */
const MAX_DATAPOINTS = 100_800;
/** Maximum alarms of one DescribeAlarms response. */
const MAX_ALARMS = 100;
const STANDARD_ALARMS = 50;

const getMetricDataInput = z.object({
  MetricDataQueries: z.array(queryInput).min(1).max(MAX_QUERIES),
  /** Seconds since 1970. */
  StartTime: z.number(),
  EndTime: z.number(),
  ScanBy: z.enum(['TimestampAscending', 'TimestampDescending']).nullish(),
  MaxDatapoints: z.number().int().min(1).nullish(),
  NextToken: z.string().nullish(),
});

const describeAlarmsInput = z.object({
  AlarmNames: z.array(z.string().min(1).max(255)).max(MAX_ALARMS).nullish(),
  AlarmNamePrefix: z.string().min(1).max(255).nullish(),
  AlarmTypes: z.array(z.enum(['MetricAlarm', 'CompositeAlarm', 'LogAlarm'])).nullish(),
  StateValue: z.enum(['OK', 'ALARM', 'INSUFFICIENT_DATA']).nullish(),
  MaxRecords: z.number().int().min(1).max(MAX_ALARMS).nullish(),
  NextToken: z.string().nullish(),
});

/** Names of errors in the query protocol, where they differ. SDK clients report these. */
const QUERY_NAMES = {
  InvalidParameterValueException: 'InvalidParameterValue',
  InvalidParameterCombinationException: 'InvalidParameterCombination',
  MissingRequiredParameterException: 'MissingParameter',
} as const;

const invalid: InvalidInput = ({ path, message }) => {
  const name = path.join('.') || 'input';
  return /received undefined/.test(message)
    ? new AwsError('MissingRequiredParameterException', `The parameter ${name} is required.`)
    : new AwsError('InvalidParameterValueException', `The value of the parameter ${name} is invalid: ${message}`);
};

const getMetricData = (store: MetricStore, input: z.infer<typeof getMetricDataInput>) => {
  if (input.NextToken) throw new AwsError('InvalidNextToken', 'The local cloud returns all values in one response');
  if (input.StartTime >= input.EndTime)
    throw new AwsError('ValidationError', 'The parameter StartTime must be less than the parameter EndTime.');
  const queries = readQueries(input.MetricDataQueries);
  const results = runQueries(store, queries, input.StartTime * 1000, input.EndTime * 1000);
  const descending = input.ScanBy !== 'TimestampAscending';
  const returned = queries.filter((query) => query.returned);
  const most = input.MaxDatapoints ?? MAX_DATAPOINTS;
  if (returned.reduce((sum, { id }) => sum + (results.get(id)?.size ?? 0), 0) > most)
    throw new AwsError('ValidationError', `The result has more than ${most} values. Ask for fewer or a longer period.`);
  return {
    MetricDataResults: returned.map(({ id, label }) => {
      const points = [...(results.get(id) ?? [])];
      if (descending) points.reverse();
      return {
        Id: id,
        Label: label,
        Timestamps: points.map(([at]) => new Date(at)),
        Values: points.map(([, value]) => value),
        StatusCode: 'Complete',
      };
    }),
    Messages: [],
  };
};

const alarmView = ({ name, arn, described, state, reason, since, updatedAt, createdAt }: Alarm) => ({
  AlarmName: name,
  AlarmArn: arn,
  ...described,
  AlarmConfigurationUpdatedTimestamp: new Date(createdAt),
  StateValue: state,
  StateReason: reason,
  StateUpdatedTimestamp: new Date(updatedAt),
  StateTransitionedTimestamp: new Date(since),
});

const describeAlarms = (all: readonly Alarm[], input: z.infer<typeof describeAlarmsInput>) => {
  const { AlarmNames: names, AlarmNamePrefix: prefix, AlarmTypes: types, StateValue: state } = input;
  if (names && prefix)
    throw new AwsError(
      'InvalidParameterCombinationException',
      'The parameters AlarmNames and AlarmNamePrefix are mutually exclusive.',
    );
  const first = Number(input.NextToken ?? 0);
  if (!/^\d{1,9}$/.test(input.NextToken ?? '0')) throw new AwsError('InvalidNextToken', 'The token is invalid');
  const found = all
    .filter(({ name }) => (!names || names.includes(name)) && (!prefix || name.startsWith(prefix)))
    .filter((alarm) => !state || alarm.state === state)
    .filter(() => !types || types.length === 0 || types.includes('MetricAlarm'));
  const next = first + (input.MaxRecords ?? STANDARD_ALARMS);
  return {
    MetricAlarms: found.slice(first, next).map(alarmView),
    CompositeAlarms: [],
    ...(next < found.length ? { NextToken: String(next) } : {}),
  };
};

/**
 * CloudWatch's GetMetricData, GetMetricStatistics, PutMetricData and DescribeAlarms.
 *
 * CloudWatch speaks AWS JSON 1.0 (`X-Amz-Target: GraniteServiceVersion20100801.GetMetricData`), which the AWS CLI
 * uses, and Smithy RPC v2 CBOR, which JavaScript clients use.
 */
export const createCloudWatchService = ({ clock, store, alarms, authorize }: CloudWatchOptions): LocalService => {
  const check = (
    caller: Principal | undefined,
    action: string,
    resource = '*',
    values: Readonly<Record<string, () => readonly string[]>> = {},
  ): void => {
    if (!caller) throw new AwsError('MissingAuthenticationTokenException', 'Missing Authentication Token', 403);
    authorize?.(caller, `cloudwatch:${action}`, resource, values);
  };
  const operations: Readonly<Record<string, JsonOperation>> = {
    GetMetricData: operation(getMetricDataInput, (input, caller) => {
      check(caller, 'GetMetricData');
      return getMetricData(store, input);
    }),
    GetMetricStatistics: operation(getMetricStatisticsInput, (input, caller) => {
      check(caller, 'GetMetricStatistics');
      return getMetricStatistics(store, input);
    }),
    PutMetricData: operation(putMetricDataInput, (input, caller) => {
      check(caller, 'PutMetricData', '*', { 'cloudwatch:namespace': () => [input.Namespace] });
      const now = clock.now();
      // All entries are checked before the first one is stored.
      const read = input.MetricData.map((datum, index) => readDatum(input.Namespace, datum, index, now));
      for (const { id, datum } of read) store.put(id, datum);
      return undefined;
    }),
    DescribeAlarms: operation(describeAlarmsInput, (input, caller) => {
      for (const name of input.AlarmNames ?? ['*']) check(caller, 'DescribeAlarms', alarmArn(name));
      return describeAlarms(alarms.list(), input);
    }),
  };
  return jsonService({
    signingName: 'monitoring',
    operations,
    invalid,
    queryCompatible: QUERY_NAMES,
    cborService: 'GraniteServiceVersion20100801',
  });
};
