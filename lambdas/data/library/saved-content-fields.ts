import type { Content } from '../../domain/content/content.ts';
import { cardFields, contentEntity } from '../content/content-entity.ts';
import { key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';

const { view_count: _views, ...fields } = cardFields;

/** The fields of a content item that likes and playlist entries contain copies of. */
export const savedContentFields = fields;

/** Partition of the library items of a content item in gsi2. */
export const libraryItemsOf = (contentId: string): string => key('SAVED', contentId);

/**
 * The check that a content item is published and unchanged since it was read. Without it, a new library item could
 * contain an outdated copy, because the worker that updates copies does not find the library item yet.
 */
export const unchangedContentCheck = (table: Table, { id, revision }: Pick<Content, 'id' | 'revision'>): Write =>
  table.write.check(contentEntity.key({ id }), {
    expression: '#revision = :revision AND #status = :published AND attribute_not_exists(#deleted)',
    names: { '#revision': 'revision', '#status': 'status', '#deleted': 'deleted_at' },
    values: { ':revision': revision, ':published': 'published' },
  });
