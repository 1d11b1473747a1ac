import * as z from 'zod/mini';
import { ContentId, Timestamp, UserId } from '../../contract/shared.ts';
import type { Logger } from '../../domain/logger.ts';
import type { Cursors } from '../table/cursor.ts';
import { defineEntity } from '../table/entity.ts';
import { conditionHolds } from '../table/errors.ts';
import { exists, isNew } from '../table/expressions.ts';
import { key } from '../table/keys.ts';
import { listPage, type ListPage } from '../table/list-page.ts';
import type { Table } from '../table/table.ts';

const StoredBookmark = z.object({
  user_id: UserId,
  content_id: ContentId,
  created_at: Timestamp,
  note: z.string(),
});
export type StoredBookmark = z.infer<typeof StoredBookmark>;

/** A bookmark: one item per user and content item. It copies nothing of the content item. */
export const bookmarkEntity = defineEntity({
  type: 'BOOKMARK',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'owner' },
  onErase: 'delete',
  exportView: ({ user_id: _user, ...bookmark }) => bookmark,
  schema: StoredBookmark,
  key: (ids: { user_id: string; content_id: string }) => ({
    pk: key('USER', ids.user_id),
    sk: key('BOOKMARK', ids.content_id),
  }),
  indexes: {
    gsi1: (item) => ({ pk: key('BOOKMARK', item.user_id), sk: key(item.created_at, item.content_id) }),
  },
});

export type BookmarkRepository = ReturnType<typeof createBookmarkRepository>;

/** Bookmarks. Numbers refer to access-patterns.md. */
export const createBookmarkRepository = (
  table: Table,
  deps: { readonly cursors: Cursors; readonly logger: Logger },
) => ({
  /** Z1. A user's bookmarks, newest first: one query. */
  list: (
    userId: string,
    page: { readonly cursor: string | undefined; readonly limit: number },
  ): Promise<ListPage<StoredBookmark>> =>
    listPage({ table, ...deps }, bookmarkEntity, {
      list: 'bookmarks',
      index: 'gsi1',
      partition: key('BOOKMARK', userId),
      ...page,
    }),

  /** Z2. Adds a bookmark without a note. An earlier one keeps its time and its note. */
  async add(userId: string, contentId: string, now: string): Promise<void> {
    const item = bookmarkEntity.toItem({ user_id: userId, content_id: contentId, created_at: now, note: '' });
    await conditionHolds(table.put(item, isNew));
  },

  /** Z3. Changes a note. False when there is no such bookmark. */
  setNote: (userId: string, contentId: string, note: string): Promise<boolean> =>
    conditionHolds(
      table.update(bookmarkEntity.key({ user_id: userId, content_id: contentId }), { set: { note } }, exists),
    ),

  /** Z4. Removes a bookmark. */
  remove: (userId: string, contentId: string): Promise<void> =>
    table.delete(bookmarkEntity.key({ user_id: userId, content_id: contentId })),
});
