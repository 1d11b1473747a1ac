import type { Content } from '../../domain/content/content.ts';
import { savedContent, isShown } from '../../domain/library/saved-content.ts';
import type { ItemKey } from '../table/entity.ts';
import { removalWrites } from './entry-repository.ts';
import { libraryItemsOf } from './saved-content-fields.ts';
import { likeEntity, unlikeWrites } from './like-repository.ts';
import { ConditionFailed } from '../table/errors.ts';
import type { Table } from '../table/table.ts';

/** Holders of one page, and of those how many are written at the same time. */
const PAGE = 100;
const AT_ONCE = 10;

const lastOf = (sortKey: string): string => sortKey.slice(sortKey.lastIndexOf('#') + 1);

const unlessGone = async (write: () => Promise<unknown>): Promise<void> => {
  try {
    await write();
  } catch (error) {
    // It was taken back or removed in between.
    if (!(error instanceof ConditionFailed)) throw error;
  }
};

export type LibraryItemRepository = ReturnType<typeof createLibraryItemRepository>;

/**
 * Likes and entries of playlists, seen from the content that they keep something of. Numbers are those of
 * access-patterns.md.
 */
export const createLibraryItemRepository = (table: Table) => {
  /** Lets one like or entry follow the content. */
  const refresh = async (holder: ItemKey, content: Content): Promise<void> => {
    const item = await table.get(holder, { consistent: true });
    if (!item) return;
    const kept = { ...savedContent(content), shown: isShown(content) };
    const index =
      item['type'] === likeEntity.type ? likeEntity.indexAttributes({ ...likeEntity.parse(item), ...kept }) : {};
    await unlessGone(() => table.update(holder, { set: { ...kept, ...index } }));
  };

  /** Removes one like or entry of a content that is gone. */
  const remove = ({ pk, sk }: ItemKey, now: string): Promise<void> =>
    unlessGone(() =>
      table.transact(
        pk.startsWith('USER#')
          ? unlikeWrites(table, lastOf(pk), lastOf(sk))
          : removalWrites(table, lastOf(pk), lastOf(sk), now),
      ),
    );

  return {
    /**
     * F1. Lets every like and entry of a content follow it, or removes them when it is gone (`content` undefined). It
     * may be asked again.
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
