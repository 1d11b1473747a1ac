import { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge, acknowledgeDeadLetterQueue, reasons } from '../nag.ts';
import type { AppFunction } from './app-function.ts';

/** Properties of a queue consumer. */
export interface QueueConsumerProps {
  /**
   * Processes the queue's messages and reports partial batch failures. Omit it when the function needs the queue's URL,
   * and call `consumeBy` instead.
   */
  readonly consumer?: AppFunction;
  /** Timeout of the consumer. The visibility timeout is six times as long, as AWS recommends. */
  readonly timeout: Duration;
  /** Patterns of the events that go to the queue, by rule name. */
  readonly sources: Readonly<Record<string, events.EventPattern>>;
  /** Messages per call. @default 1 */
  readonly batchSize?: number;
  /** Maximum number of concurrent invocations. @default 10 */
  readonly maxConcurrency?: number;
  /** What remains undone while messages are in the dead-letter queue. Part of the alarm's description. */
  readonly deadLetterImpact: string;
}

/** Rules → queue → function, with one dead-letter queue for the queue and the rules. */
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

  /** Makes a function process the queue's messages. */
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
