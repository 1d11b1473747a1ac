import { ulid } from 'ulid';
import { createAlertWindowRepository } from '../../data/admin/alert-window-repository.ts';
import { createLiveTopicRepository } from '../../data/live/live-topic-repository.ts';
import { itemOf } from '../../data/table/attribute-value.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { createSendingQueue } from '../../platform/messages/sending-queue.ts';
import { streamFunction, type StreamHandler } from '../../platform/messages/stream.ts';
import type { Env } from './env.ts';
import { processEvents } from './process-events.ts';

/** Composes the worker. */
export const createHandler = (env: Env, logger: Logger): StreamHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const deps = {
    windows: createAlertWindowRepository(table),
    topics: createLiveTopicRepository(table),
    queue: createSendingQueue(env.SENDING_QUEUE_URL),
    logger,
    now: Date.now,
    newId: () => `alt_${ulid()}`,
  };
  return streamFunction(
    (image) => itemOf(image as Parameters<typeof itemOf>[0]),
    (changes) => processEvents(deps, changes),
    logger,
  );
};
