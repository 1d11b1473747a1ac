import * as z from 'zod/mini';
import type { Like } from '../../contract/listening/library.ts';
import { Timestamp, UserId } from '../../contract/shared.ts';
import type { Content } from '../../domain/content/content.ts';
import { savedContent, toSavedCard } from '../../domain/library/saved-content.ts';
import type { Logger } from '../../domain/logger.ts';
import type { Cursors } from '../table/cursor.ts';
import { defineEntity } from '../table/entity.ts';
import { unchangedContentCheck, savedContentFields, libraryItemsOf } from './saved-content-fields.ts';
import { key } from '../table/keys.ts';
import { listPage, type ListPage } from '../table/list-page.ts';
import { conditionHolds, onConditionFailed } from '../table/errors.ts';
import { exists, isNew } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';

/** A like: one item per user and content item. Only published items are in gsi1, so that pages are full. */
export const likeEntity = defineEntity({
  type: 'LIKE',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'owner' },
  onErase: 'delete',
  exportView: ({ id, title, artist, liked_at }) => ({ content_id: id, title, artist, liked_at }),
  schema: z.object({ user_id: UserId, liked_at: Timestamp, shown: z.boolean(), ...savedContentFields }),
  key: (ids: { user_id: string; id: string }) => ({ pk: key('USER', ids.user_id), sk: key('LIKE', ids.id) }),
  indexes: {
    gsi1: (like) => (like.shown ? { pk: key('LIKE', like.user_id), sk: key(like.liked_at, like.id) } : undefined),
    gsi2: (like) => ({ pk: libraryItemsOf(like.id), sk: key('USER', like.user_id) }),
  },
});

const LikedIds = z.object({ user_id: UserId, shard: z.string(), ids: z.optional(z.set(z.string())) });

/**
 * Ids of the items that a user likes, without their prefix, for the like buttons. They are in up to 32 items, by the
 * last character of the id, so that a like changes only one small item.
 */
export const likedIdsEntity = defineEntity({
  type: 'LIKED_IDS',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'owner' },
  onErase: 'delete',
  exportView: { none: 'Derived from the likes.' },
  schema: LikedIds,
  key: (ids: { user_id: string; shard: string }) => ({ pk: key('USER', ids.user_id), sk: key('LIKED', ids.shard) }),
});

/** Maximum number of ids per item. Allows about 16,000 likes per user. */
const SHARD_MAX = 500;
const PREFIX = 'cnt_';
const SHARDS = 32;

const shardOf = (userId: string, contentId: string) => {
  const bare = contentId.slice(PREFIX.length);
  return { ids: { user_id: userId, shard: bare.slice(-1) }, member: new Set([bare]) };
};

/** The result of a like. `changed`: the content item was edited or unpublished since it was read; read it again. */
export type LikeOutcome = 'liked' | 'already' | 'changed' | 'full';

export type LikeRepository = ReturnType<typeof createLikeRepository>;

/** The writes that remove a like. The first one fails when there is none. */
export const unlikeWrites = (table: Table, userId: string, contentId: string): readonly Write[] => {
  const { ids, member } = shardOf(userId, contentId);
  return [
    table.write.delete(likeEntity.key({ user_id: userId, id: contentId }), exists),
    table.write.update(likedIdsEntity.key(ids), { drop: { ids: member } }),
  ];
};

/** Likes. Numbers refer to access-patterns.md. */
export const createLikeRepository = (table: Table, deps: { readonly cursors: Cursors; readonly logger: Logger }) => ({
  /** B1. A user's likes of published items, newest like first: one query. */
  async list(userId: string, page: { cursor: string | undefined; limit: number }): Promise<ListPage<Like>> {
    const { items, next_cursor } = await listPage({ table, ...deps }, likeEntity, {
      list: 'likes',
      index: 'gsi1',
      partition: key('LIKE', userId),
      ...page,
    });
    return {
      items: items.map((like) => ({ content_id: like.id, liked_at: like.liked_at, content: toSavedCard(like) })),
      next_cursor,
    };
  },

  /** B2. Ids of all items that a user likes. */
  async listIds(userId: string): Promise<readonly string[]> {
    const { items } = await table.query({ partition: key('USER', userId), prefix: 'LIKED#', limit: SHARDS });
    return items.flatMap((item) => [...(likedIdsEntity.parse(item).ids ?? [])].map((bare) => `${PREFIX}${bare}`));
  },

  /** B3. Likes a content item, which must be unchanged since it was read. */
  async like(userId: string, content: Content, now: string): Promise<LikeOutcome> {
    const { ids, member } = shardOf(userId, content.id);
    const liked = table.transact([
      table.write.put(
        likeEntity.toItem({ ...savedContent(content), user_id: userId, liked_at: now, shown: true }),
        isNew,
      ),
      unchangedContentCheck(table, content),
      table.write.update(
        likedIdsEntity.key(ids),
        { set: { ...ids, ...likedIdsEntity.stamp }, add: { ids: member } },
        {
          expression: 'attribute_not_exists(#ids) OR size(#ids) < :max',
          names: { '#ids': 'ids' },
          values: { ':max': SHARD_MAX },
        },
      ),
    ]);
    return onConditionFailed<LikeOutcome, LikeOutcome>(
      liked.then(() => 'liked'),
      ({ index }) => (['already', 'changed', 'full'] as const)[index] ?? 'changed',
    );
  },

  /** B4. Removes a like. False when there was none. */
  unlike: async (userId: string, contentId: string): Promise<boolean> =>
    conditionHolds(table.transact(unlikeWrites(table, userId, contentId))),
});
