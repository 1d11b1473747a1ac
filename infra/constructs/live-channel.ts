import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { tableDefinition } from '../../lambdas/data/table/table-definition.ts';
import type { Env as ChangesEnv } from '../../lambdas/workers/live-changes/env.ts';
import type { Env as FanOutEnv } from '../../lambdas/workers/live-fan-out/env.ts';
import type { Env as SocketEnv } from '../../lambdas/workers/live-socket/env.ts';
import type { Stage } from '../stages.ts';
import type { DataStack } from '../stacks/data-stack.ts';
import { AppFunction } from './app-function.ts';
import { QueueConsumer } from './app-queue.ts';
import { LiveApi } from './live-api.ts';
import { StreamConsumer } from './stream-consumer.ts';

/** How one is made. */
export interface LiveChannelProps {
  readonly stage: Stage;
  readonly data: DataStack;
}

/** The live channel: a WebSocket API for its clients, and from the table's stream over a queue back to them. */
export class LiveChannel extends Construct {
  readonly live: LiveApi;
  /** Reads the table's stream. */
  readonly changes: AppFunction;
  readonly functions: readonly AppFunction[];
  /** Answers those who are connected. */
  readonly socket: AppFunction;
  readonly consumers: readonly QueueConsumer[];

  constructor(scope: Construct, id: string, { stage, data }: LiveChannelProps) {
    super(scope, id);
    const { table, failureQueue } = data;
    const shared = { stage, failureQueue };
    this.live = new LiveApi(this, 'Api', { stage });
    const env = { TABLE_NAME: table.table.tableName, LIVE_ENDPOINT: this.live.endpoint };

    this.socket = new AppFunction<SocketEnv>(this, 'Socket', {
      ...shared,
      folder: 'live-socket',
      env,
      // The rule for connections that are not settled counts on it (lambdas/domain/live/connection.ts).
      timeout: Duration.seconds(10),
      errorImpact: 'The live channel cannot be opened; screens ask the API from time to time instead.',
    });
    table.grant(this.socket, ['GetItem', 'PutItem', 'DeleteItem', 'ConditionCheckItem']);
    this.live.serveBy(this.socket);
    this.live.grant(this.socket, 'post', 'close');

    // The queue first: both functions know its address.
    const fanOutTimeout = Duration.seconds(60);
    const queue = new QueueConsumer(this, 'SendingQueue', {
      timeout: fanOutTimeout,
      sources: {},
      batchSize: 5,
      deadLetterImpact: 'Open screens were not told of these changes; they show them when they are opened anew.',
    });
    const queued = { ...env, SENDING_QUEUE_URL: queue.queue.queueUrl };
    const mayQueue = { actions: ['sqs:SendMessage'], resources: [queue.queue.queueArn] };

    const fanOut = new AppFunction<FanOutEnv>(this, 'FanOut', {
      ...shared,
      folder: 'live-fan-out',
      env: queued,
      timeout: fanOutTimeout,
      errorImpact: 'Open screens hear of changes late or not at all; what they load is right.',
    }).allow(mayQueue);
    table.grant(fanOut, ['GetItem', 'Query', 'PutItem', 'DeleteItem']);
    this.live.grant(fanOut, 'post');
    queue.consumeBy(fanOut);

    this.changes = new AppFunction<ChangesEnv>(this, 'Changes', {
      ...shared,
      folder: 'live-changes',
      env: queued,
      timeout: Duration.seconds(30),
      errorImpact:
        'Open screens do not hear of changes, and channels of demoted or disabled people stay open; their calls are refused all the same.',
    }).allow(mayQueue);
    table.grant(this.changes, ['GetItem', 'Query', 'PutItem', 'DeleteItem']);
    this.live.grant(this.changes, 'close');
    new StreamConsumer(this, 'Stream', {
      table,
      consumer: this.changes,
      types: tableDefinition.liveTypes,
      failureQueue,
    });

    this.functions = [this.socket, fanOut, this.changes];
    this.consumers = [queue];
  }
}
