import * as z from 'zod/mini';
import { HistoryEntry } from '../contract/history.ts';
import { UserId } from '../contract/shared.ts';
import { historyEntry } from '../domain/history/entry.ts';
import type { Logger } from '../domain/logger.ts';
import type { Cursors } from './cursor.ts';
import { defineEntity } from './entity.ts';
import { key } from './keys.ts';
import { listPage, type ListPage } from './list-page.ts';
import type { Table } from './table.ts';

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

/** One content that a person watched: one item per person and content. Stored flat, because a page must fit one read unit or two. */
export const historyEntity = defineEntity({
  type: 'HISTORY',
  v: 1,
  schema: HistoryItem,
  key: (ids: { user_id: string; content_id: string }) => ({ pk: key('USER', ids.user_id), sk: key('HISTORY', ids.content_id) }),
  indexes: {
    gsi1: (item) => ({ pk: key('HISTORY', item.user_id), sk: key(item.watched_at, item.content_id) }),
  },
});

const toEntry = (item: z.infer<typeof HistoryItem>): HistoryEntry => historyEntry({ ...item, id: item.content_id }, item.watched_at);

export type HistoryRepository = ReturnType<typeof createHistoryRepository>;

/** What people watched. */
export const createHistoryRepository = (table: Table, deps: { readonly cursors: Cursors; readonly logger: Logger }) => ({
  /** H1. What a person watched, newest first: one query. */
  async list(userId: string, page: { cursor: string | undefined; limit: number }): Promise<ListPage<HistoryEntry>> {
    const { items, next_cursor } = await listPage({ table, ...deps }, historyEntity, {
      list: 'history', index: 'gsi1', partition: key('HISTORY', userId), ...page,
    });
    return { items: items.map(toEntry), next_cursor };
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
});
