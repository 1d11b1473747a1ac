import type { Content } from '../../domain/content/content.ts';
import type { Logger } from '../../domain/logger.ts';
import type { Cursors } from '../table/cursor.ts';
import type { ListPage } from '../table/list-page.ts';
import type { Table } from '../table/table.ts';
import { partitionOfCreator } from './content-entity.ts';
import { createContentLookup } from './content-lookup.ts';
import { mergedKeys } from './merged-keys.ts';

export type OwnedTitles = ReturnType<typeof createOwnedTitles>;

/** The titles of creators. Numbers refer to access-patterns.md. */
export const createOwnedTitles = (table: Table, deps: { readonly cursors: Cursors; readonly logger: Logger }) => {
  const lookup = createContentLookup(table, deps.logger);
  return {
    /**
     * C15. A page of the titles of these creators in every state, newest first: one query of keys for each creator,
     * then C11. Deleted titles are left out, so a page can be short.
     */
    async list(
      creatorIds: readonly string[],
      { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number },
    ): Promise<ListPage<Content>> {
      const scope = { list: 'owned-titles', partition: JSON.stringify(creatorIds.toSorted()) };
      const start = await deps.cursors.decode(scope, cursor);
      const { ids, last } = await mergedKeys(table, {
        index: 'gsi7',
        partitions: creatorIds.map(partitionOfCreator),
        descending: true,
        after: typeof start?.['after'] === 'string' ? start['after'] : undefined,
        limit,
      });
      const found = await lookup.getMany(ids);
      const isShown = ({ creator_id: creator, deleted_at: deleted }: Content): boolean =>
        deleted === undefined && creatorIds.includes(creator);
      return {
        items: ids.flatMap((id) => found.get(id) ?? []).filter(isShown),
        next_cursor: await deps.cursors.encode(scope, last === undefined ? undefined : { after: last }),
      };
    },
  };
};
