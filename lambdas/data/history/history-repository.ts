import * as z from 'zod/mini';
import { HistoryEntry } from '../../contract/listening/history.ts';
import { UserId } from '../../contract/shared.ts';
import { historyEntry } from '../../domain/history/entry.ts';
import type { Logger } from '../../domain/logger.ts';
import type { Cursors } from '../table/cursor.ts';
import { defineEntity } from '../table/entity.ts';
import { createHistoryStateRepository, historyStateEntity } from './history-state-repository.ts';
import { key } from '../table/keys.ts';
import type { ListPage } from '../table/list-page.ts';
import { conditionHolds } from '../table/errors.ts';
import { exists } from '../table/expressions.ts';
import { parseList, type Table } from '../table/table.ts';

const HistoryItem = z.object({
  user_id: UserId,
  content_id: HistoryEntry.shape.content_id,
  watched_at: HistoryEntry.shape.watched_at,
  title: z.string(),
  artist: z.string(),
  content_type: HistoryEntry.shape.content.shape.metadata.shape.contentType,
  thumbnail_url: z.nullable(z.string()),
  creator_id: HistoryEntry.shape.content.shape.creator_id,
  creator_name: z.string(),
});

/**
 * A content item that a user watched: one entry per user and content item. Stored without nesting, so that a page costs
 * only one or two read units.
 */
export const historyEntity = defineEntity({
  type: 'HISTORY',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'usage_data', expiresFrom: ({ watched_at: at }) => at },
  onErase: 'delete',
  exportView: ({ user_id: _user, ...entry }) => entry,
  schema: HistoryItem,
  key: (ids: { user_id: string; content_id: string }) => ({
    pk: key('USER', ids.user_id),
    sk: key('HISTORY', ids.content_id),
  }),
  indexes: {
    gsi1: (item) => ({ pk: key('HISTORY', item.user_id), sk: key(item.watched_at, item.content_id) }),
  },
});

const toEntry = (item: z.infer<typeof HistoryItem>): HistoryEntry =>
  historyEntry({ ...item, id: item.content_id }, item.watched_at);

export type HistoryRepository = ReturnType<typeof createHistoryRepository>;

/** Watch histories. Numbers refer to access-patterns.md. */
export const createHistoryRepository = (
  table: Table,
  { cursors, logger }: { readonly cursors: Cursors; readonly logger: Logger },
) => ({
  /**
   * H1. A user's history, newest first: one query. The time of the last clearing is an item among the entries, where
   * the first page ends. A later page can start after that item when the history was cleared since its cursor was
   * created, so it reads the time separately.
   */
  async list(
    userId: string,
    { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number },
  ): Promise<ListPage<HistoryEntry>> {
    const partition = key('HISTORY', userId);
    const scope = { list: 'history', partition: `${partition} ` };
    const startKey = await cursors.decode(scope, cursor);
    const [{ items, lastKey }, state] = await Promise.all([
      table.query({ index: 'gsi1', partition, limit, startKey }),
      startKey ? createHistoryStateRepository(table).read(userId, { consistent: false }) : undefined,
    ]);
    const clearedAt = state?.cleared_at ?? null;
    const end = items.findIndex(
      (item) =>
        item['type'] === historyStateEntity.type || (clearedAt !== null && String(item['watched_at']) <= clearedAt),
    );
    const entries = parseList(historyEntity, end < 0 ? items : items.slice(0, end), (count) =>
      logger.error('Corrupt items left out of a list', { list: 'history', count }),
    );
    return { items: entries.map(toEntry), next_cursor: await cursors.encode(scope, end < 0 ? lastKey : undefined) };
  },

  /** H2. Records that a user started a content item. Replaces its earlier entry. */
  async record(userId: string, { content_id, watched_at, content }: HistoryEntry): Promise<void> {
    await table.put(
      historyEntity.toItem({
        user_id: userId,
        content_id,
        watched_at,
        title: content.title,
        artist: content.metadata.artist,
        content_type: content.metadata.contentType,
        thumbnail_url: content.thumbnail_url,
        creator_id: content.creator_id,
        creator_name: content.creators.name,
      }),
    );
  },

  /** H4. Removes a content item from a user's history. False when it was not in it. */
  remove: async (userId: string, contentId: string): Promise<boolean> =>
    conditionHolds(table.delete(historyEntity.key({ user_id: userId, content_id: contentId }), exists)),
});
