import type { Content } from '../../domain/content/content.ts';
import { savedContent, isShown } from '../../domain/library/saved-content.ts';
import type { ItemKey } from '../table/entity.ts';
import { removalWrites } from './entry-repository.ts';
import { libraryItemsOf } from './saved-content-fields.ts';
import { likeEntity, unlikeWrites } from './like-repository.ts';
import { ignoreConditionFailed } from '../table/errors.ts';
import type { Table } from '../table/table.ts';

/** Library items per page, and how many of them are written concurrently. */
const PAGE = 100;
const AT_ONCE = 10;

const lastOf = (sortKey: string): string => sortKey.slice(sortKey.lastIndexOf('#') + 1);

export type LibraryItemRepository = ReturnType<typeof createLibraryItemRepository>;

/**
 * Library items (likes and playlist entries) of a content item. They contain a copy of its card. Numbers refer to
 * access-patterns.md.
 */
export const createLibraryItemRepository = (table: Table) => {
  /** Updates the copy in one library item. No effect when it was removed. */
  const refresh = async (itemKey: ItemKey, content: Content): Promise<void> => {
    const item = await table.get(itemKey, { consistent: true });
    if (!item) return;
    const fields = { ...savedContent(content), shown: isShown(content) };
    const index =
      item['type'] === likeEntity.type ? likeEntity.indexAttributes({ ...likeEntity.parse(item), ...fields }) : {};
    await ignoreConditionFailed(table.update(itemKey, { set: { ...fields, ...index } }));
  };

  /** Removes one library item of a deleted content item. */
  const remove = async ({ pk, sk }: ItemKey, now: string): Promise<void> =>
    ignoreConditionFailed(
      table.transact(
        pk.startsWith('USER#')
          ? unlikeWrites(table, lastOf(pk), lastOf(sk))
          : removalWrites(table, lastOf(pk), lastOf(sk), now),
      ),
    );

  return {
    /**
     * F1. Updates all library items of a content item, or removes them when it no longer exists (`content` undefined).
     * Repeated calls are harmless.
     */
    async follow(contentId: string, content: Content | undefined, now: string): Promise<void> {
      const request = { index: 'gsi2', partition: libraryItemsOf(contentId), limit: PAGE, descending: false } as const;
      for await (const items of table.pages(request)) {
        for (let start = 0; start < items.length; start += AT_ONCE) {
          const some = items.slice(start, start + AT_ONCE).map(({ pk, sk }) => ({ pk, sk }));
          await Promise.all(some.map((item) => (content ? refresh(item, content) : remove(item, now))));
        }
      }
    },
  };
};
