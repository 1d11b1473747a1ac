import type { Content } from '../../domain/content/content.ts';
import { cardFields, contentEntity } from '../content/content-entity.ts';
import { key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';

const { view_count: _views, ...fields } = cardFields;

/** What likes and entries of playlists keep of their content, as it is stored. */
export const savedContentFields = fields;

/** Partition in gsi2 of everything that keeps something of a content. */
export const libraryItemsOf = (contentId: string): string => key('SAVED', contentId);

/**
 * A write that holds a content as it was read: what is kept of it would be old at once if it were edited or taken back
 * in between, and who follows its changes would not know of this holder yet.
 */
export const unchangedContentCheck = (table: Table, { id, revision }: Pick<Content, 'id' | 'revision'>): Write =>
  table.write.check(contentEntity.key({ id }), {
    expression: '#revision = :revision AND #status = :published AND attribute_not_exists(#deleted)',
    names: { '#revision': 'revision', '#status': 'status', '#deleted': 'deleted_at' },
    values: { ':revision': revision, ':published': 'published' },
  });
