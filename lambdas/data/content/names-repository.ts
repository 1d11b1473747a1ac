import { contentEntity, contentIdOf, partitionOfCreator, partitionsOfCategory } from './content-entity.ts';
import { saveContent } from './content-writes.ts';
import { ignoreConditionFailed, orRetry } from '../table/errors.ts';
import { optimistic } from '../../domain/optimistic.ts';
import type { Table } from '../table/table.ts';

/** A category or creator of content items. */
export type Owner = { readonly kind: 'category' | 'creator'; readonly id: string };

/** Keys per query. */
const PAGE = 100;

export type NamesRepository = ReturnType<typeof createNamesRepository>;

/** The copies of category and creator names in content items. Numbers refer to access-patterns.md. */
export const createNamesRepository = (table: Table) => ({
  /** M1. Ids of the items of a category or creator, in pages of up to 100. Eventually consistent. */
  async *contentsOf({ kind, id }: Owner): AsyncGenerator<readonly string[]> {
    const partitions =
      kind === 'category'
        ? partitionsOfCategory(id).map((partition) => ({ index: 'gsi4' as const, partition }))
        : [{ index: 'gsi7' as const, partition: partitionOfCreator(id) }];
    for (const partition of partitions) {
      for await (const items of table.pages({ ...partition, limit: PAGE })) yield items.map(contentIdOf);
    }
  },

  /** M4. The given items that do not have a name yet, strongly consistent. */
  async lacking(contentIds: readonly string[], { kind }: Owner, name: string): Promise<readonly string[]> {
    const items = await table.getMany(
      contentIds.map((id) => contentEntity.key({ id })),
      { consistent: true },
    );
    return items.filter((item) => item[`${kind}_name`] !== name).map(contentIdOf);
  },

  /**
   * M2. Sets the name in a content item that still belongs to this category or creator. The revision stays the same, so
   * edits of users do not fail because of it.
   */
  async showName(contentId: string, { kind, id }: Owner, name: string): Promise<void> {
    const isOwned = {
      expression: '#owner = :id AND attribute_not_exists(#deleted)',
      names: { '#owner': `${kind}_id`, '#deleted': 'deleted_at' },
      values: { ':id': id },
    };
    await ignoreConditionFailed(
      table.update(contentEntity.key({ id: contentId }), { set: { [`${kind}_name`]: name } }, isOwned),
    );
  },

  /** M3. Moves a content item from one category to another, unless it was moved elsewhere or deleted. */
  async move(
    contentId: string,
    from: string,
    to: { readonly id: string; readonly name: string },
    now: string,
  ): Promise<void> {
    await optimistic(async () => {
      const item = await table.get(contentEntity.key({ id: contentId }), { consistent: true });
      const content = item && contentEntity.parse(item);
      if (content?.category_id !== from || content.deleted_at !== undefined) return undefined;
      return orRetry(
        saveContent(
          table,
          content,
          { ...content, category_id: to.id, category_name: to.name, revision: content.revision + 1, updated_at: now },
          { more: [] },
        ),
      );
    });
  },
});
