import { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge, acknowledgeDeadLetterQueue, reasons } from '../nag.ts';
import type { AppFunction } from './app-function.ts';

/** How one is made. */
export interface QueueConsumerProps {
  /**
   * Works the queue; partial batch failures are reported. Left out where it must know the queue's address: then
   * `consumeBy` names it.
   */
  readonly consumer?: AppFunction;
  /** Seconds that the consumer may take for a batch; the queue hides a message six times as long, as AWS advises. */
  readonly timeout: Duration;
  /** Event patterns whose events land in the queue, by rule name. */
  readonly sources: Readonly<Record<string, events.EventPattern>>;
  /** Messages per call. @default 1 */
  readonly batchSize?: number;
  /** Environments that work at the same time at most. @default 10 */
  readonly maxConcurrency?: number;
  /** What stays undone while messages lie in the dead-letter queue. */
  readonly deadLetterImpact: string;
}

/** Rule → queue → function, with a dead-letter queue behind the queue and behind the rule. */
export class QueueConsumer extends Construct {
  readonly queue: sqs.Queue;
  readonly deadLetters: sqs.Queue;
  readonly deadLetterImpact: string;
  private readonly props: QueueConsumerProps;

  constructor(scope: Construct, id: string, props: QueueConsumerProps) {
    super(scope, id);
    this.props = props;
    this.deadLetterImpact = props.deadLetterImpact;
    const secured = { encryption: sqs.QueueEncryption.SQS_MANAGED, enforceSSL: true } as const;
    this.deadLetters = new sqs.Queue(this, 'DeadLetters', { ...secured, retentionPeriod: Duration.days(14) });
    this.queue = new sqs.Queue(this, 'Queue', {
      ...secured,
      retentionPeriod: Duration.days(4),
      visibilityTimeout: Duration.seconds(props.timeout.toSeconds() * 6),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 5 },
    });
    for (const [name, eventPattern] of Object.entries(props.sources)) {
      new events.Rule(this, name, {
        eventPattern,
        targets: [
          new targets.SqsQueue(this.queue, {
            deadLetterQueue: this.deadLetters,
            maxEventAge: Duration.hours(24),
            retryAttempts: 185,
          }),
        ],
      });
    }
    acknowledgeDeadLetterQueue(this.deadLetters);
    if (props.consumer) this.consumeBy(props.consumer);
  }

  /** Lets a function work the queue. */
  consumeBy(consumer: AppFunction): void {
    const mapping = new lambda.CfnEventSourceMapping(this, 'Mapping', {
      functionName: consumer.function.functionName,
      eventSourceArn: this.queue.queueArn,
      batchSize: this.props.batchSize ?? 1,
      functionResponseTypes: ['ReportBatchItemFailures'],
      scalingConfig: { maximumConcurrency: this.props.maxConcurrency ?? 10 },
    });
    acknowledge(mapping, 'Serverless-LambdaEventSourceMappingDestination', reasons.queueMapping);
    consumer.allow({
      actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
      resources: [this.queue.queueArn],
    });
  }
}
