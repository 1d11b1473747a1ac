import { Duration } from 'aws-cdk-lib';
import { tableDefinition } from '../../../lambdas/data/table/table-definition.ts';
import type { Env } from '../../../lambdas/api/live/env.ts';
import type { Env as FanOutEnv } from '../../../lambdas/workers/live-fan-out/env.ts';
import type { Env as SocketEnv } from '../../../lambdas/workers/live-socket/env.ts';
import type { Env as ChangesEnv } from '../../../lambdas/workers/table-changes/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { LiveApi } from '../../constructs/live-api.ts';
import { QueueConsumer } from '../../constructs/queue-consumer.ts';
import { StreamConsumer } from '../../constructs/stream-consumer.ts';
import { publishEvents } from '../../permissions.ts';
import { securityDetector } from './security-detector.ts';
import { partsOf, type Feature, type FeatureFactory } from '../feature.ts';
import type { Platform } from '../../platform.ts';

/** The live channel with its WebSocket API. */
export interface LiveFeature extends Feature {
  readonly socketApi: LiveApi;
}

/**
 * The live channel: a WebSocket API for clients, and `table-changes`, which reads the table's stream, turns its records
 * into domain events, publishes those that other features consume, and requests live messages for the rest.
 */
export const live: FeatureFactory<Platform, LiveFeature> = (scope, platform) => {
  const { shared, table, TABLE_NAME, apiEnv } = partsOf(platform);
  const socketApi = new LiveApi(scope, 'Api', { stage: platform.stage });
  const env = { TABLE_NAME, LIVE_ENDPOINT: socketApi.endpoint };

  const api = new AppFunction<Env>(scope, 'Tickets', {
    ...shared,
    folder: 'live',
    env: apiEnv,
    errorImpact: 'The live channel cannot be opened; screens poll the API instead.',
  });
  table.grant(api, { liveTicket: ['PutItem'] });

  const socket = new AppFunction<SocketEnv>(scope, 'Socket', {
    ...shared,
    folder: 'live-socket',
    env: { ...env, ORIGIN_HASHES: apiEnv.ORIGIN_HASHES },
    // SETTLING_MS in lambdas/domain/live/connection.ts must be greater than this.
    timeout: Duration.seconds(10),
    errorImpact: 'The live channel cannot be opened; screens poll the API instead.',
  });
  table.grant(socket, {
    rights: ['BatchGetItem', 'ConditionCheckItem'],
    sessions: ['BatchGetItem', 'ConditionCheckItem'],
    liveTicket: ['GetItem', 'DeleteItem'],
    connection: ['GetItem', 'PutItem', 'DeleteItem'],
    personConnection: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    subscriber: ['PutItem', 'DeleteItem'],
    rateCounter: ['PutItem', 'UpdateItem'],
  });
  socketApi.serveBy(socket);
  socketApi.grant(socket, 'post', 'close');

  // Created before the functions, because both need its URL.
  const timeout = Duration.seconds(60);
  const queue = new QueueConsumer(scope, 'SendingQueue', {
    timeout,
    sources: {},
    batchSize: 5,
    deadLetterImpact: 'Open screens were not notified of these changes; they show them after a reload.',
  });
  const queued = { ...env, SENDING_QUEUE_URL: queue.queue.queueUrl };
  const sendToQueue = { actions: ['sqs:SendMessage'], resources: [queue.queue.queueArn] };

  const fanOut = new AppFunction<FanOutEnv>(scope, 'FanOut', {
    ...shared,
    folder: 'live-fan-out',
    env: queued,
    timeout,
    errorImpact: 'Open screens learn of changes late or not at all; the data they load is correct.',
  }).allow(sendToQueue);
  table.grant(fanOut, {
    connection: ['GetItem', 'DeleteItem'],
    personConnection: ['DeleteItem'],
    subscriber: ['Query', 'DeleteItem'],
    topicState: ['GetItem', 'PutItem'],
  });
  socketApi.grant(fanOut, 'post');
  queue.consumeBy(fanOut);

  const changes = new AppFunction<ChangesEnv>(scope, 'Changes', {
    ...shared,
    folder: 'table-changes',
    env: queued,
    timeout: Duration.seconds(30),
    errorImpact:
      'Changes are not delivered: open screens, search, libraries and counters are out of date. Live connections of ' +
      'demoted or disabled users stay open, although their API calls are denied. Sign-ins are not recorded.',
  }).allow(sendToQueue);
  publishEvents(changes);
  table.grant(changes, {
    rights: ['BatchGetItem'],
    sessions: ['BatchGetItem'],
    connection: ['GetItem', 'DeleteItem'],
    personConnection: ['Query', 'DeleteItem'],
    subscriber: ['Query', 'DeleteItem'],
    topicState: ['GetItem', 'PutItem'],
    securityEvent: ['PutItem'],
  });
  socketApi.grant(changes, 'post', 'close');
  new StreamConsumer(scope, 'Stream', {
    table,
    consumer: changes,
    types: tableDefinition.streamTypes,
    failureQueue: shared.failureQueue,
  });

  const detector = securityDetector(scope, platform, queue);
  return { socketApi, api, workers: [socket, fanOut, changes, detector], consumers: [queue], alarmed: [socket] };
};
