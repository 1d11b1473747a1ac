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
import type { Stage } from '../stages.ts';
import type { ApiStack } from './api-stack.ts';
import type { DataStack } from './data-stack.ts';
import type { MediaStack } from './media-stack.ts';

/** What the stack is made from and stands on. */
export interface OpsStackProps extends StackProps {
  readonly stage: Stage;
  readonly data: DataStack;
  readonly media: MediaStack;
  readonly api: ApiStack;
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
  constructor(scope: Construct, id: string, props: OpsStackProps) {
    super(scope, id, props);
    const { api, data, media, stage } = props;
    const topic = stage.alarmEmail ? this.topicFor(stage.alarmEmail) : undefined;

    const alarm = (name: string, metric: cloudwatch.IMetric, threshold: number, alarmDescription: string) => {
      const made = new cloudwatch.Alarm(this, name, {
        metric,
        threshold,
        evaluationPeriods: 1,
        comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
        alarmDescription: withRunbook(alarmDescription, name),
      });
      if (topic) made.addAlarmAction(new actions.SnsAction(topic));
    };

    // What else fails is seen without a metric of its own: answers of the API by their status, work from queues,
    // streams and the clock by what it leaves behind.
    const groups = { Data: data.functions, Media: media.functions, Live: [api.live.socket] } as const;
    for (const [name, functions] of Object.entries(groups)) {
      for (let start = 0; start < functions.length; start += MAX_METRICS) {
        const group = functions.slice(start, start + MAX_METRICS);
        const suffix = start === 0 ? '' : String(start / MAX_METRICS + 1);
        alarm(
          `${name}Errors${suffix}`,
          sumOf(
            group.map(({ function: target }) => target.metricErrors({ period: PERIOD })),
            'Errors',
          ),
          3,
          impactOf(group, 'failed 3 times or more in 5 minutes'),
        );
      }
    }
    alarm(
      'FunctionThrottles',
      // Of the whole account, whose limit it is; and one metric instead of one for each function, since an alarm is
      // paid for by its metrics.
      new cloudwatch.Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic: 'Sum', period: PERIOD }),
      1,
      'Lambda refused calls, because the functions of this account (of other stages too) ran into its limit: requests answer 503 and queues are worked later.',
    );
    [...media.consumers, ...api.consumers].forEach((consumer) => {
      alarm(
        `${consumer.node.id}DeadLetters`,
        consumer.deadLetters.metricApproximateNumberOfMessagesVisible({ period: PERIOD, statistic: 'Maximum' }),
        1,
        `${consumer.deadLetterImpact} The queue is ${consumer.node.id}.`,
      );
    });
    alarm(
      'FailedEvents',
      data.failureQueue.metricApproximateNumberOfMessagesVisible({ period: PERIOD, statistic: 'Maximum' }),
      1,
      'Asynchronous calls failed all their tries (schedules, account triggers): their work is not done. The messages name the function.',
    );
    alarm(
      'ApiServerErrors',
      api.api.api.metricServerError({ period: PERIOD, statistic: 'Sum' }),
      3,
      'People see errors on the site: three or more API answers of 5 minutes were 5xx. The logs of the functions say which: each is named like the feature of its endpoints.',
    );
    alarm(
      'StreamReadersLate',
      // Of the whole account, so that one metric stands for both readers.
      new cloudwatch.Metric({
        namespace: 'AWS/Lambda',
        metricName: 'IteratorAge',
        statistic: 'Maximum',
        period: PERIOD,
      }),
      LATE_MS,
      "A reader of the table's stream is a minute behind: open screens show what was and channels of demoted or disabled people stay open for as long (live-changes), or what was published is not found by searching (search-index).",
    );
    alarm(
      'TableThrottles',
      sumOf(
        TABLE_OPERATIONS.map((operation) =>
          data.table.table.metricThrottledRequestsForOperation(operation, { period: PERIOD, statistic: 'Sum' }),
        ),
        'ThrottledRequests',
      ),
      1,
      'The table refuses calls: screens load slowly or answer 503. A hot partition or an account limit is the usual cause.',
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
