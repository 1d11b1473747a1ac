import type { Content } from '../../domain/content/content.ts';
import type { StillRecords } from '../../domain/content/sync-stills.ts';
import { contentEntity } from './content-entity.ts';
import { orUndefined } from '../table/errors.ts';
import type { Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';

/** Condition: the content item still has this revision and is not deleted. */
export const atRevision = (revision: number): Expression => ({
  expression: '#revision = :revision AND attribute_not_exists(#deleted)',
  names: { '#revision': 'revision', '#deleted': 'deleted_at' },
  values: { ':revision': revision },
});

/** Single content items, for functions without lists. Numbers refer to access-patterns.md. */
export interface ContentRecords extends StillRecords {
  mustExist(id: string): Write;
  mustBeReplaceable(id: string): Write;
}

export const createContentRecords = (table: Table): ContentRecords => ({
  /** C1. One content item in any state; 0.5 RRU up to 4 KB. Throws when the stored item is corrupt. */
  async get(id, options = {}) {
    const item = await table.get(contentEntity.key({ id }), options);
    return item && contentEntity.parse(item);
  },

  /** C10. The check that a content item exists and is not being deleted, for a transaction. */
  mustExist: (id) =>
    table.write.check(contentEntity.key({ id }), {
      expression: 'attribute_exists(#pk) AND attribute_not_exists(#deleted)',
      names: { '#pk': 'pk', '#deleted': 'deleted_at' },
    }),

  /** TH4. The same, and that no legal hold applies to the item. */
  mustBeReplaceable: (id) =>
    table.write.check(contentEntity.key({ id }), {
      expression: 'attribute_exists(#pk) AND attribute_not_exists(#deleted) AND attribute_not_exists(#held)',
      names: { '#pk': 'pk', '#deleted': 'deleted_at', '#held': 'held_since' },
    }),

  /**
   * C7. Changes attributes of the public stills. Undefined when the content item has another revision now or is
   * deleted.
   */
  async saveStills(content, stills): Promise<Content | undefined> {
    const item = await orUndefined(
      table.update(contentEntity.key(content), { set: stills }, atRevision(content.revision)),
    );
    return item && contentEntity.parse(item);
  },
});
