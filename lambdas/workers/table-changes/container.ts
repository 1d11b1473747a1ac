import { setTimeout } from 'node:timers/promises';
import { createSecurityEventRepository } from '../../data/admin/security-event-repository.ts';
import { createLiveConnectionRepository } from '../../data/live/live-connection-repository.ts';
import { createLiveTopicRepository } from '../../data/live/live-topic-repository.ts';
import { readAccess } from '../../data/people/caller-reader.ts';
import { itemOf } from '../../data/table/attribute-value.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { createChannels } from '../../platform/messages/connections.ts';
import { createEventBatches } from '../../platform/messages/event-bus.ts';
import { createSendingQueue } from '../../platform/messages/sending-queue.ts';
import { streamFunction, type StreamHandler } from '../../platform/messages/stream.ts';
import type { Env } from './env.ts';
import { processChanges } from './process-changes.ts';

/** Composes the worker. */
export const createHandler = (env: Env, logger: Logger): StreamHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const deps = {
    connections: createLiveConnectionRepository(table),
    readAccess: (userId: string) => readAccess(table, userId),
    events: createSecurityEventRepository(table),
    topics: createLiveTopicRepository(table),
    channels: createChannels(env.LIVE_ENDPOINT),
    queue: createSendingQueue(env.SENDING_QUEUE_URL),
    bus: createEventBatches(),
    logger,
    now: Date.now,
    sleep: (ms: number) => setTimeout(ms),
  };
  return streamFunction(
    (image) => itemOf(image as Parameters<typeof itemOf>[0]),
    (changes) => processChanges(deps, changes),
    logger,
  );
};
