import { ContentStatus, ContentType, ConversionStatus } from '../../contract/content/content-shapes.ts';
import type { Content } from '../../domain/content/content.ts';
import type { Logger } from '../../domain/logger.ts';
import { partitionOfFacet, type ListedStatus } from './content-entity.ts';
import { createContentLookup } from './content-lookup.ts';
import { mergedKeys } from './merged-keys.ts';
import type { Cursors } from '../table/cursor.ts';
import type { ListPage } from '../table/list-page.ts';
import type { Table } from '../table/table.ts';

/** Sort orders of the administrators' list. */
export type ContentOrder = 'newest' | 'oldest' | 'title' | 'title-desc';

/** Filters and order of the list. */
export interface ContentListFilter {
  readonly status?: ContentStatus | undefined;
  readonly content_type?: ContentType | undefined;
  readonly conversion_status?: ConversionStatus | undefined;
  readonly sort: ContentOrder;
}

/** The partitions that can contain items with a status. */
const listedStatuses = (status: ContentStatus | undefined): readonly ListedStatus[] => {
  if (status === undefined) return [...ContentStatus.options, 'replacing'];
  return status === 'draft' ? [status] : [status, 'replacing'];
};

/**
 * C12. Content in every state, filtered and sorted: one query of keys in each matching partition (one per type, status
 * and conversion status, up to 32), starting where the previous page ended, and one batch read of the items on the
 * page. 0.5 RRU per partition and item, for every page and catalog size.
 */
export const createContentList = (table: Table, deps: { readonly cursors: Cursors; readonly logger: Logger }) => {
  const lookup = createContentLookup(table, deps.logger);

  return async (
    filter: ContentListFilter,
    { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number },
  ): Promise<ListPage<Content>> => {
    const { status, content_type: type, conversion_status: conversion, sort } = filter;
    const scope = { list: 'content-list', partition: JSON.stringify([status, type, conversion, sort]) };
    const start = await deps.cursors.decode(scope, cursor);
    const index = sort === 'newest' || sort === 'oldest' ? 'gsi5' : 'gsi6';
    const descending = sort === 'newest' || sort === 'title-desc';
    const facets = (type ? [type] : ContentType.options).flatMap((content_type) =>
      listedStatuses(status).flatMap((facetStatus) =>
        (conversion ? [conversion] : ConversionStatus.options).map((conversion_status) => ({
          content_type,
          status: facetStatus,
          conversion_status,
        })),
      ),
    );
    const { ids, last } = await mergedKeys(table, {
      index,
      partitions: facets.map((facet) => partitionOfFacet(index, facet)),
      descending,
      after: typeof start?.['after'] === 'string' ? start['after'] : undefined,
      limit,
    });
    const byId = await lookup.getMany(ids);
    return {
      items: ids.flatMap((id) => byId.get(id) ?? []),
      next_cursor: await deps.cursors.encode(scope, last === undefined ? undefined : { after: last }),
    };
  };
};
