import { setTimeout } from 'node:timers/promises';
import { itemOf } from '../../data/table/attribute-value.ts';
import { createLiveConnectionRepository } from '../../data/live/live-connection-repository.ts';
import { createLiveTopicRepository } from '../../data/live/live-topic-repository.ts';
import { createRightsRepository } from '../../data/people/rights-repository.ts';
import { createTable } from '../../data/table/table.ts';
import type { CountedThing } from '../../domain/counts/counted.ts';
import type { FollowUp } from '../../domain/library/follow-up.ts';
import type { Logger } from '../../domain/logger.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { createChannels } from '../../platform/connections.ts';
import { createEventBus } from '../../platform/event-bus.ts';
import { createSendingQueue } from '../../platform/sending-queue.ts';
import { streamFunction, type StreamHandler } from '../../platform/stream.ts';
import type { Env } from './env.ts';
import { publishChanges } from './publish-changes.ts';

/** Composes the worker. */
export const createHandler = (env: Env, logger: Logger): StreamHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const bus = createEventBus();
  const deps = {
    connections: createLiveConnectionRepository(table),
    rights: createRightsRepository(table),
    topics: createLiveTopicRepository(table),
    channels: createChannels(env.LIVE_ENDPOINT),
    queue: createSendingQueue(env.SENDING_QUEUE_URL),
    publishFollowUp: ({ kind, id }: FollowUp) => {
      if (kind === 'content') return bus.publish('SavedContentChanged.v1', { contentId: id });
      return kind === 'playlist'
        ? bus.publish('PlaylistDeleted.v1', { playlistId: id })
        : bus.publish('HistoryCleared.v1', { userId: id });
    },
    recount: (thing: CountedThing) => bus.publish('CountedThingChanged.v1', { ...thing }),
    logger,
    now: Date.now,
    sleep: (ms: number) => setTimeout(ms),
  };
  return streamFunction(
    (image) => itemOf(image as Parameters<typeof itemOf>[0]),
    (changes) => publishChanges(deps, changes),
    logger,
  );
};
