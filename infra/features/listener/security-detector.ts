import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { tableDefinition } from '../../../lambdas/data/table/table-definition.ts';
import type { Env } from '../../../lambdas/workers/security-detector/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import type { QueueConsumer } from '../../constructs/queue-consumer.ts';
import { StreamConsumer } from '../../constructs/stream-consumer.ts';
import type { Platform } from '../../platform.ts';
import { partsOf } from '../feature.ts';

/**
 * The second reader of the table's stream. It adds security events to alerts, and requests live messages to
 * administrators. An attack can store thousands of events a second: with a reader of their own, they delay neither live
 * connections nor what `table-changes` publishes, and a batch of a hundred requests one message, at most every five
 * seconds. It is part of the live channel, because it sends to the queue of live messages.
 */
export const securityDetector = (scope: Construct, platform: Platform, { queue }: QueueConsumer): AppFunction => {
  const { shared, table, TABLE_NAME } = partsOf(platform);
  const detector = new AppFunction<Env>(scope, 'Detector', {
    ...shared,
    folder: 'security-detector',
    env: { TABLE_NAME, SENDING_QUEUE_URL: queue.queueUrl },
    timeout: Duration.seconds(30),
    errorImpact: 'Attacks raise no security alerts, and administrators who watch the monitor see events late.',
  }).allow({ actions: ['sqs:SendMessage'], resources: [queue.queueArn] });
  table.grant(detector, {
    alertWindow: ['GetItem', 'PutItem'],
    securityAlert: ['PutItem', 'UpdateItem'],
    subscriber: ['Query'],
    topicState: ['GetItem', 'PutItem'],
  });
  new StreamConsumer(scope, 'SecurityStream', {
    table,
    consumer: detector,
    types: tableDefinition.detectedTypes,
    onlyNew: true,
    failureQueue: shared.failureQueue,
  });
  return detector;
};
