import { randomUUID } from 'node:crypto';
import { createLiveConnectionRepository } from '../../data/live/live-connection-repository.ts';
import { createLiveTopicRepository } from '../../data/live/live-topic-repository.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { batchFunction, type BatchHandler } from '../../platform/messages/batch.ts';
import { createChannels } from '../../platform/messages/connections.ts';
import { createSendingQueue } from '../../platform/messages/sending-queue.ts';
import type { Env } from './env.ts';
import { parseMessage } from './message.ts';
import { deliverTopic } from './deliver-topic.ts';

/** Composes the worker. */
export const createHandler = (env: Env, logger: Logger): BatchHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const deps = {
    connections: createLiveConnectionRepository(table),
    topics: createLiveTopicRepository(table),
    channels: createChannels(env.LIVE_ENDPOINT),
    queue: createSendingQueue(env.SENDING_QUEUE_URL),
    logger,
    now: Date.now,
    newClaim: randomUUID,
  };
  return batchFunction(parseMessage, (sending) => deliverTopic(deps, sending), logger);
};
