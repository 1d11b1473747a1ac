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
import { ConditionFailed } from '../table/errors.ts';
import { exists, isNew } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';

/**
 * What a person likes: one item per person and content. Only what is shown at present stands in gsi1, so that a page is
 * full of it.
 */
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

/**
 * Ids of what a person likes, without their prefix, in as many items as an id has last characters: a heart needs no
 * more, and a like writes one of them.
 */
const LikedIds = z.object({ user_id: UserId, shard: z.string(), ids: z.optional(z.set(z.string())) });
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

/** Ids of one item at most: sixteen thousand likes of a person, when they are spread evenly. */
const SHARD_MAX = 500;
const PREFIX = 'cnt_';
const SHARDS = 32;

const shardOf = (userId: string, contentId: string) => {
  const bare = contentId.slice(PREFIX.length);
  return { ids: { user_id: userId, shard: bare.slice(-1) }, member: new Set([bare]) };
};

/** What became of an attempt to like. */
export type LikeOutcome = 'liked' | 'already' | 'changed' | 'full';

export type LikeRepository = ReturnType<typeof createLikeRepository>;

/** The writes that take a like away; the first refuses when there is none. */
export const unlikeWrites = (table: Table, userId: string, contentId: string): readonly Write[] => {
  const { ids, member } = shardOf(userId, contentId);
  return [
    table.write.delete(likeEntity.key({ user_id: userId, id: contentId }), exists),
    table.write.update(likedIdsEntity.key(ids), { drop: { ids: member } }),
  ];
};

/** What people like. Numbers are those of access-patterns.md. */
export const createLikeRepository = (table: Table, deps: { readonly cursors: Cursors; readonly logger: Logger }) => ({
  /** B1. What a person likes and is shown, the newest like first: one query. */
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

  /** B2. Ids of everything that a person likes. */
  async listIds(userId: string): Promise<readonly string[]> {
    const { items } = await table.query({ partition: key('USER', userId), prefix: 'LIKED#', limit: SHARDS });
    return items.flatMap((item) => [...(likedIdsEntity.parse(item).ids ?? [])].map((bare) => `${PREFIX}${bare}`));
  },

  /** B3. Likes a content as it was read. `changed`: it was edited or taken back in between, read it again. */
  async like(userId: string, content: Content, now: string): Promise<LikeOutcome> {
    const { ids, member } = shardOf(userId, content.id);
    try {
      await table.transact([
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
      return 'liked';
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      return (['already', 'changed', 'full'] as const)[error.index] ?? 'changed';
    }
  },

  /** B4. Takes a like back. False when there was none. */
  async unlike(userId: string, contentId: string): Promise<boolean> {
    try {
      await table.transact(unlikeWrites(table, userId, contentId));
      return true;
    } catch (error) {
      if (error instanceof ConditionFailed) return false;
      throw error;
    }
  },
});
