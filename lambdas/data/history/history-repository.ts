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
import { ConditionFailed } from '../table/errors.ts';
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
 * One content that a person watched: one item per person and content. Stored flat, because a page must fit one read
 * unit or two.
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

/** What people watched. Numbers are those of access-patterns.md. */
export const createHistoryRepository = (
  table: Table,
  { cursors, logger }: { readonly cursors: Cursors; readonly logger: Logger },
) => ({
  /**
   * H1. What a person watched, newest first: one query. The first page ends at the mark of the last clearing, which
   * stands among the entries; a later one does not come by it when the history was cleared since its cursor was made,
   * and reads it.
   */
  async list(
    userId: string,
    { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number },
  ): Promise<ListPage<HistoryEntry>> {
    const partition = key('HISTORY', userId);
    const place = { list: 'history', partition: `${partition} ` };
    const startKey = await cursors.decode(place, cursor);
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
    return { items: entries.map(toEntry), next_cursor: await cursors.encode(place, end < 0 ? lastKey : undefined) };
  },

  /** H2. Notes that a person started a content; an entry of the same content is replaced. */
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

  /** H4. Takes a content out of a person's history. False when it was not in it. */
  async remove(userId: string, contentId: string): Promise<boolean> {
    try {
      await table.delete(historyEntity.key({ user_id: userId, content_id: contentId }), exists);
      return true;
    } catch (error) {
      if (error instanceof ConditionFailed) return false;
      throw error;
    }
  },
});
