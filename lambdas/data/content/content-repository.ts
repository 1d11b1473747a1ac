import type { ContentType } from '../../contract/content/content-shapes.ts';
import type { Content, ContentCardFields } from '../../domain/content/content.ts';
import type { Logger } from '../../domain/logger.ts';
import { ALL_CONTENT, contentCardView, contentEntity, PUBLISHED } from './content-entity.ts';
import { createContentEdits } from './content-edits.ts';
import { createTitleHoldRepository } from './title-hold-repository.ts';
import type { Cursors } from '../table/cursor.ts';
import { key } from '../table/keys.ts';
import { listPage, type ListPage } from '../table/list-page.ts';
import type { Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';

/** Filters of the public list. */
export interface FeedFilter {
  readonly category_id?: string | undefined;
  readonly content_type?: ContentType | undefined;
  /** Only items that visitors can see without signing in. */
  readonly public_only?: boolean;
}

/** A page of a list. */
export interface PageOf {
  readonly cursor: string | undefined;
  readonly limit: number;
}

export type ContentRepository = ReturnType<typeof createContentRepository>;

const equals = (fields: Readonly<Record<string, string | boolean | undefined>>): Expression | undefined => {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (present.length === 0) return undefined;
  return {
    expression: present.map((_, index) => `#f${index} = :f${index}`).join(' AND '),
    names: Object.fromEntries(present.map(([name], index) => [`#f${index}`, name])),
    values: Object.fromEntries(present.map(([, value], index) => [`:f${index}`, value])),
  };
};

/**
 * Content: reads, lists and edits. Conversions write with the conversion repository. Numbers refer to
 * access-patterns.md.
 */
export const createContentRepository = (table: Table, deps: { readonly cursors: Cursors; readonly logger: Logger }) => {
  const listDeps = { table, ...deps };
  return {
    ...createContentEdits(table),
    holds: createTitleHoldRepository(table),

    /**
     * C2, C3, C4. Published content, newest first: one query of cards. With a category and a type, the items of the
     * category are filtered by type.
     */
    listPublished(filter: FeedFilter, page: PageOf): Promise<ListPage<ContentCardFields>> {
      const { category_id: category, content_type: type, public_only: publicOnly } = filter;
      const expression = equals({
        ...(category === undefined ? {} : { content_type: type }),
        ...(publicOnly ? { is_publicly_accessible: true } : {}),
      });
      return listPage(listDeps, contentCardView, {
        list: 'feed',
        ...page,
        ...(category !== undefined
          ? { index: 'gsi4', partition: key(PUBLISHED, category) }
          : type === undefined
            ? { index: 'gsi2', partition: PUBLISHED }
            : { index: 'gsi3', partition: key(PUBLISHED, type) }),
        ...(expression ? { filter: expression, filterName: `${type ?? ''}${publicOnly ? '/public' : ''}` } : {}),
      });
    },

    /** C5. Content in every state by time: one query. */
    listAll(page: PageOf, order: 'newest' | 'oldest' = 'newest'): Promise<ListPage<Content>> {
      return listPage(listDeps, contentEntity, {
        list: 'all-content',
        index: 'gsi1',
        partition: ALL_CONTENT,
        filterName: order,
        descending: order === 'newest',
        ...page,
      });
    },
  };
};
