import type { Content } from '../../domain/content/content.ts';
import type { Logger } from '../../domain/logger.ts';
import { contentEntity } from './content-entity.ts';
import { parseList, type Table } from '../table/table.ts';

/** Contents by their ids, for functions that know them from elsewhere. Numbers are those of access-patterns.md. */
export interface ContentLookup {
  getMany(ids: readonly string[], options?: { readonly consistent?: boolean }): Promise<ReadonlyMap<string, Content>>;
}

export const createContentLookup = (table: Table, logger: Logger): ContentLookup => ({
  /**
   * C11. Contents in any state, 100 at most; those that are gone or corrupt are left out. 0.5 RRU each up to 4 KB, one
   * call.
   */
  async getMany(ids, options) {
    const keys = ids.map((id) => contentEntity.key({ id }));
    const items = await table.getMany(keys, options);
    const contents = parseList(contentEntity, items, (count) =>
      logger.error('Corrupt items left out of a search', { count }),
    );
    return new Map(contents.map((content) => [content.id, content]));
  },
});
