import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as actions from 'aws-cdk-lib/aws-cloudwatch-actions';
import * as ddb from 'aws-cdk-lib/aws-dynamodb';
import * as sns from 'aws-cdk-lib/aws-sns';
import * as subscriptions from 'aws-cdk-lib/aws-sns-subscriptions';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { AppFunction } from '../constructs/app-function.ts';
import { acknowledge, acknowledgeDeadLetterQueue, reasons } from '../nag.ts';
import type { ContractApi } from '../constructs/contract-api.ts';
import type { Feature } from '../features/feature.ts';
import type { DataResources, Platform } from '../platform.ts';

/** What the stack is made from. */
export interface OpsStackProps extends StackProps {
  readonly platform: Platform;
  /** Features by the stack that holds them. */
  readonly groups: Readonly<Record<string, readonly Feature[]>>;
  readonly http: ContractApi;
}

/** CloudWatch's own bound on the metrics of one alarm. */
const MAX_METRICS = 9;

const PERIOD = Duration.minutes(5);

/**
 * Milliseconds that a reader of the stream may be behind; channels are to be closed within 2 s, publications found
 * within 5.
 */
const LATE_MS = 60_000;

/** What the functions do with the table most: a table that refuses anything refuses these too, and each is paid for. */
const TABLE_OPERATIONS = [
  ddb.Operation.GET_ITEM,
  ddb.Operation.QUERY,
  ddb.Operation.PUT_ITEM,
  ddb.Operation.UPDATE_ITEM,
] as const;

/** Alarms: each says what breaks for whom. An alarm is paid for every month, by each metric that it reads. */
export class OpsStack extends Stack {
  private readonly topic: sns.Topic | undefined;

  constructor(scope: Construct, id: string, { platform, groups, http, ...props }: OpsStackProps) {
    super(scope, id, props);
    const { stage, data } = platform;
    this.topic = stage.alarmEmail ? this.topicFor(stage.alarmEmail) : undefined;
    for (const [name, features] of Object.entries(groups)) this.watchErrors(name, features);
    this.watchLambda();
    this.watchQueues(Object.values(groups).flat(), data);
    this.alarm(
      'ApiServerErrors',
      http.api.metricServerError({ period: PERIOD, statistic: 'Sum' }),
      3,
      'People see errors on the site: three or more API answers in 5 minutes were 5xx. Each function is named like the feature of its endpoints; its log says what failed.',
    );
    this.alarm(
      'TableThrottles',
      sumOf(
        TABLE_OPERATIONS.map((operation) =>
          data.table.table.metricThrottledRequestsForOperation(operation, { period: PERIOD, statistic: 'Sum' }),
        ),
        'ThrottledRequests',
      ),
      1,
      'The table throttles requests: screens load slowly or answer 503. A hot partition or an account limit is the usual cause.',
    );
  }

  private alarm(name: string, metric: cloudwatch.IMetric, threshold: number, alarmDescription: string): void {
    const created = new cloudwatch.Alarm(this, name, {
      metric,
      threshold,
      evaluationPeriods: 1,
      comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
      alarmDescription: withRunbook(alarmDescription, name),
    });
    if (this.topic) created.addAlarmAction(new actions.SnsAction(this.topic));
  }

  /**
   * Errors of functions whose failures leave no other trace. The others show theirs as 5xx answers, as dead letters, or
   * as a stream reader that lags behind.
   */
  private watchErrors(name: string, features: readonly Feature[]): void {
    const functions = features.flatMap(({ alarmed = [] }) => alarmed);
    for (let start = 0; start < functions.length; start += MAX_METRICS) {
      const group = functions.slice(start, start + MAX_METRICS);
      const suffix = start === 0 ? '' : String(start / MAX_METRICS + 1);
      const errors = group.map(({ function: target }) => target.metricErrors({ period: PERIOD }));
      this.alarm(
        `${name}Errors${suffix}`,
        sumOf(errors, 'Errors'),
        3,
        impactOf(group, 'failed 3 times or more in 5 minutes'),
      );
    }
  }

  /** Metrics of the whole account: its limits are what is met, and one metric costs less than one for each function. */
  private watchLambda(): void {
    const metric = (metricName: string, statistic: string) =>
      new cloudwatch.Metric({ namespace: 'AWS/Lambda', metricName, statistic, period: PERIOD });
    this.alarm(
      'FunctionThrottles',
      metric('Throttles', 'Sum'),
      1,
      "Lambda throttled calls because this account's functions (of other stages too) reached its limit: requests answer 503 and queues are processed later.",
    );
    this.alarm(
      'StreamReadersLate',
      metric('IteratorAge', 'Maximum'),
      LATE_MS,
      "The reader of the table's stream (table-changes) is a minute behind: open screens, search, libraries and counters lag, and connections of demoted or disabled people stay open.",
    );
  }

  private watchQueues(features: readonly Feature[], { failureQueue }: DataResources): void {
    const waiting = (queue: sqs.IQueue) =>
      queue.metricApproximateNumberOfMessagesVisible({ period: PERIOD, statistic: 'Maximum' });
    for (const { node, deadLetters, deadLetterImpact } of features.flatMap(({ consumers = [] }) => consumers))
      this.alarm(`${node.id}DeadLetters`, waiting(deadLetters), 1, `${deadLetterImpact} The queue is ${node.id}.`);
    this.alarm(
      'FailedEvents',
      waiting(failureQueue),
      1,
      'Asynchronous calls failed all their tries (schedules, account triggers, rare events): their work is not done. The messages name the function.',
    );
  }

  private topicFor(address: string): sns.Topic {
    const topic = new sns.Topic(this, 'Alarms', { enforceSSL: true });
    // Who sees that mails of alarms do not arrive looks here: no alarm could tell it.
    const deadLetterQueue = new sqs.Queue(this, 'UnsentAlarms', {
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    acknowledgeDeadLetterQueue(deadLetterQueue);
    // The rule looks for queues that give up into it, and not for subscriptions.
    acknowledge(deadLetterQueue, 'AwsSolutions-SQS3', reasons.deadLetterQueue);
    topic.addSubscription(new subscriptions.EmailSubscription(address, { deadLetterQueue }));
    return topic;
  }
}

/**
 * The sum of metrics that exist only while something happens. `SUM` takes those that have a value; a chain of `+` has
 * none where one of them is missing, so an alarm on it could stay silent.
 */
const sumOf = (metrics: readonly cloudwatch.IMetric[], label: string): cloudwatch.MathExpression => {
  const usingMetrics = Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric]));
  return new cloudwatch.MathExpression({
    expression: `SUM([${Object.keys(usingMetrics).join(', ')}])`,
    usingMetrics,
    period: PERIOD,
    label,
  });
};

const impactOf = (functions: readonly AppFunction[], what: string): string =>
  `These functions ${what}. ${functions.map(({ folder, errorImpact }) => `${folder}: ${errorImpact}`).join(' ')}`;

/** CloudWatch refuses longer descriptions. */
const MAX_DESCRIPTION = 1024;

/** What an alarm says, with its section of the runbook: `MediaErrors2` is read under "Media errors". */
const withRunbook = (text: string, name: string): string => {
  const anchor = name
    .replace(/\d+$/, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase();
  const link = ` What to do: infra/runbook.md#${anchor}`;
  return `${text.slice(0, MAX_DESCRIPTION - link.length)}${link}`;
};
