import * as z from 'zod/mini';
import { SavedQueue } from '../../contract/listening/playback-positions.ts';
import { UserId } from '../../contract/shared.ts';
import { queueExpiry, type StoredQueue } from '../../domain/history/position.ts';
import { defineEntity, type Entity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { writeVersioned, type VersionedOutcome, type VersionedWrite } from '../table/versioned-write.ts';

type QueueIds = { user_id: string };

const QueueItem = z.object({ ...SavedQueue.shape, user_id: UserId, writer: z.string(), number: z.number() });

/** A user's player queue: one item with up to 500 entries, which is up to 18 KB. */
export const queueEntity: Entity<StoredQueue, QueueIds> = defineEntity<typeof QueueItem, QueueIds>({
  type: 'QUEUE',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'usage_data', expiresFrom: ({ updated_at: at }) => at },
  onErase: 'delete',
  exportView: ({ content_ids, position_seconds, device, updated_at }) => ({
    content_ids,
    position_seconds,
    device,
    updated_at,
  }),
  schema: QueueItem,
  key: (ids) => ({ pk: key('USER', ids.user_id), sk: 'QUEUE' }),
});

export type QueueRepository = ReturnType<typeof createQueueRepository>;

/** Player queues. Numbers refer to access-patterns.md. */
export const createQueueRepository = (table: Table) => ({
  /** H10. A user's queue; 0.5 RRU for about 100 entries. */
  async get(userId: string, now: number): Promise<StoredQueue | undefined> {
    const item = await table.get(queueEntity.key({ user_id: userId }));
    const queue = item && queueEntity.tryParse(item);
    return queue && queueExpiry(queue) * 1000 > now ? queue : undefined;
  },

  /** H11. Saves a user's queue, unless it is older than the stored one. */
  save(write: VersionedWrite<StoredQueue>): Promise<VersionedOutcome<StoredQueue>> {
    return writeVersioned(table, queueEntity, write);
  },
});
