import type { Content } from '../../domain/content/content.ts';
import type { Logger } from '../../domain/logger.ts';
import { contentEntity } from './content-entity.ts';
import { parseList, type Table } from '../table/table.ts';

/** Reads content items by id. Numbers refer to access-patterns.md. */
export interface ContentLookup {
  getMany(ids: readonly string[], options?: { readonly consistent?: boolean }): Promise<ReadonlyMap<string, Content>>;
}

export const createContentLookup = (table: Table, logger: Logger): ContentLookup => ({
  /**
   * C11. Content items in any state, 100 per call. Missing and corrupt items are left out. 0.5 RRU each up to
   * 4 KB.
   */
  async getMany(ids, options) {
    const keys = ids.map((id) => contentEntity.key({ id }));
    const items = await table.getMany(keys, options);
    const found = parseList(contentEntity, items, (count) =>
      logger.error('Corrupt items left out of a search', { count }),
    );
    return new Map(found.map((content) => [content.id, content]));
  },
});

/** Content items that exist and are not being deleted. Strongly consistent. */
const readExisting = async (titles: ContentLookup, ids: readonly string[]): Promise<readonly Content[]> =>
  [...(await titles.getMany(ids, { consistent: true })).values()].filter(({ deleted_at: at }) => at === undefined);

/** Those of content items that exist and are not being deleted. */
export const existingOf =
  (titles: ContentLookup) =>
  async (ids: readonly string[]): Promise<ReadonlySet<string>> =>
    new Set((await readExisting(titles, ids)).map(({ id }) => id));

/** The creators of those of content items that exist and are not being deleted, by item. */
export const creatorsOf =
  (titles: ContentLookup) =>
  async (ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
    new Map((await readExisting(titles, ids)).map(({ id, creator_id: creator }) => [id, creator]));
