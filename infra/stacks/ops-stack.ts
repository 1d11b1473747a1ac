import { ArnFormat, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as actions from 'aws-cdk-lib/aws-cloudwatch-actions';
import * as ddb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sns from 'aws-cdk-lib/aws-sns';
import * as subscriptions from 'aws-cdk-lib/aws-sns-subscriptions';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { AppFunction } from '../constructs/app-function.ts';
import { acknowledge, acknowledgeDeadLetterQueue, reasons } from '../nag.ts';
import type { ContractApi } from '../constructs/contract-api.ts';
import type { Feature } from '../features/feature.ts';
import type { DataResources, Platform } from '../platform.ts';

/** Properties of the operations stack. */
export interface OpsStackProps extends StackProps {
  readonly platform: Platform;
  /** Features by the name of their stack. */
  readonly groups: Readonly<Record<string, readonly Feature[]>>;
  readonly http: ContractApi;
}

/** Metrics that one alarm can read, next to its expression: CloudWatch allows ten in total. */
const MAX_METRICS = 9;

const PERIOD = Duration.minutes(5);

/** Periods that an alarm on filled metrics reads. */
const FILLED_PERIODS = 3;

/**
 * Milliseconds that the reader of the stream can be behind before the alarm. Normally, live connections close within
 * 2 s, and search finds publications within 5 s.
 */
const LATE_MS = 60_000;

/** The most frequent table operations. A throttled table throttles these too, and each further metric costs money. */
const TABLE_OPERATIONS = [
  ddb.Operation.GET_ITEM,
  ddb.Operation.QUERY,
  ddb.Operation.PUT_ITEM,
  ddb.Operation.UPDATE_ITEM,
] as const;

/** The alarms. Each describes what stops working, and for whom. An alarm costs money for each metric that it reads. */
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
      'Users see errors on the site: the API returned 5xx at least three times in 5 minutes. Each function is named ' +
        'after the feature of its endpoints; its log contains the cause.',
    );
    this.alarm(
      'TableThrottles',
      sumOf(
        TABLE_OPERATIONS.map((operation) =>
          data.table.table.metricThrottledRequestsForOperation(operation, { period: PERIOD, statistic: 'Sum' }),
        ),
        'ThrottledRequests',
        // CloudWatch ignores missing data of DynamoDB's metrics, whatever the alarm says: without a value for quiet
        // periods, the alarm would start without a state and stay in ALARM after the last throttle.
        (id) => `FILL(${id}, 0)`,
      ),
      1,
      'The table throttles requests: screens load slowly or show errors (503). The usual cause is a hot partition or ' +
        'an account limit.',
      // Values arrive late. Until then, FILL replaces them with 0, so the alarm must also read earlier periods.
      FILLED_PERIODS,
    );
  }

  /** Creates an alarm: one value of the last `periods` reaches the threshold. */
  private alarm(
    name: string,
    metric: cloudwatch.IMetric,
    threshold: number,
    alarmDescription: string,
    periods = 1,
  ): void {
    const created = new cloudwatch.Alarm(this, name, {
      metric,
      threshold,
      evaluationPeriods: periods,
      datapointsToAlarm: 1,
      comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
      alarmDescription: withRunbook(alarmDescription, name),
    });
    if (this.topic) created.addAlarmAction(new actions.SnsAction(this.topic));
  }

  /**
   * Watches the errors of functions whose failures no other alarm reports. Failures of the other functions appear as
   * 5xx responses, dead letters or a late stream reader.
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

  /** Watches metrics of the whole account: its limits apply, and one metric costs less than one for each function. */
  private watchLambda(): void {
    const metric = (metricName: string, statistic: string) =>
      new cloudwatch.Metric({ namespace: 'AWS/Lambda', metricName, statistic, period: PERIOD });
    this.alarm(
      'FunctionThrottles',
      metric('Throttles', 'Sum'),
      1,
      'Lambda throttled calls, because the functions of this account (including other stages) reached its ' +
        'concurrency limit: requests fail with 503 and queues are processed late.',
    );
    this.alarm(
      'StreamReadersLate',
      metric('IteratorAge', 'Maximum'),
      LATE_MS,
      "A reader of the table's stream is at least a minute behind. If it is table-changes, open screens, search, " +
        'libraries and counters are out of date, and live connections of demoted or disabled users stay open. If it ' +
        'is security-detector, attacks raise security alerts late.',
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
      'Scheduled runs, events or batches of table changes failed after all retries, so their work is not done. The ' +
        'messages in the failure queue show which.',
    );
  }

  private topicFor(address: string): sns.Topic {
    const topic = new sns.Topic(this, 'Alarms', { enforceSSL: true });
    // A topic with a policy of its own, such as the denial of access without TLS, no longer has SNS's default policy,
    // which lets services of the account publish.
    topic.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: [new iam.ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': this.account },
          ArnLike: {
            'aws:SourceArn': this.formatArn({
              service: 'cloudwatch',
              resource: 'alarm',
              resourceName: `${this.stackName}-*`,
              arnFormat: ArnFormat.COLON_RESOURCE_NAME,
            }),
          },
        },
      }),
    );
    // For operators who miss alarm emails. No alarm watches this queue, because its email would not arrive either.
    const deadLetterQueue = new sqs.Queue(this, 'UnsentAlarms', {
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    acknowledgeDeadLetterQueue(deadLetterQueue);
    // The rule knows dead-letter queues of queues, but not those of subscriptions.
    acknowledge(deadLetterQueue, 'AwsSolutions-SQS3', reasons.deadLetterQueue);
    topic.addSubscription(new subscriptions.EmailSubscription(address, { deadLetterQueue }));
    return topic;
  }
}

/**
 * The sum of metrics that have no value while nothing happens. `SUM` skips metrics without a value. A chain of `+` has
 * no value when one of its metrics has none, so an alarm on it could miss errors.
 */
const sumOf = (
  metrics: readonly cloudwatch.IMetric[],
  label: string,
  term = (id: string): string => id,
): cloudwatch.MathExpression => {
  const usingMetrics = Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric]));
  return new cloudwatch.MathExpression({
    expression: `SUM([${Object.keys(usingMetrics).map(term).join(', ')}])`,
    usingMetrics,
    period: PERIOD,
    label,
  });
};

const impactOf = (functions: readonly AppFunction[], what: string): string =>
  `These functions ${what}. ${functions.map(({ folder, errorImpact }) => `${folder}: ${errorImpact}`).join(' ')}`;

/** CloudWatch rejects longer descriptions. */
const MAX_DESCRIPTION = 1024;

/** An alarm's description, with the link to its section of the runbook: `MediaErrors2` links to "Media errors". */
const withRunbook = (text: string, name: string): string => {
  const anchor = name
    .replace(/\d+$/, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase();
  const link = ` What to do: infra/runbook.md#${anchor}`;
  return `${text.slice(0, MAX_DESCRIPTION - link.length)}${link}`;
};
