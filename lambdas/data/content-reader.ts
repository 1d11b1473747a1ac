import type { Content } from '../domain/content/content.ts';
import { contentEntity } from './content-entity.ts';
import type { Table } from './table.ts';

/** Reads single contents, for functions that list none. */
export interface ContentReader {
  /** C1. One content in any state; 0.5 RRU up to 4 KB, twice that when consistent. */
  get(id: string, options?: { consistent?: boolean }): Promise<Content | undefined>;
}

export const createContentReader = (table: Table): ContentReader => ({
  async get(id, options = {}) {
    const item = await table.get(contentEntity.key({ id }), options);
    return item && contentEntity.parse(item);
  },
});
