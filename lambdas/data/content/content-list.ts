import { ContentStatus, ContentType, ConversionStatus } from '../../contract/content/content-shapes.ts';
import type { Content } from '../../domain/content/content.ts';
import type { Logger } from '../../domain/logger.ts';
import { contentIdOf, partitionOfFacet, type ListedStatus } from './content-entity.ts';
import { createContentLookup } from './content-lookup.ts';
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

interface Found {
  readonly id: string;
  readonly position: string;
}

/** Compares like DynamoDB: by UTF-8 bytes, which differs from the order of JavaScript strings. */
const comparePositions = (a: Found, b: Found): number =>
  Buffer.compare(Buffer.from(a.position), Buffer.from(b.position));

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
    const after = typeof start?.['after'] === 'string' ? start['after'] : undefined;
    const pages = await Promise.all(
      facets.map((facet) =>
        table.query({ index, partition: partitionOfFacet(index, facet), limit: limit + 1, descending, after }),
      ),
    );
    const entries = pages.flatMap(({ items }) =>
      items.map((item): Found => ({ id: contentIdOf(item), position: String(item[`${index}sk`]) })),
    );
    // An item whose status changed between two queries can be in both results.
    const found = [...new Map(entries.map((one) => [one.id, one])).values()].sort(
      (a, b) => comparePositions(a, b) * (descending ? -1 : 1),
    );
    const shown = found.slice(0, limit);
    const last = found.length > limit ? shown.at(-1) : undefined;
    const byId = await lookup.getMany(shown.map(({ id }) => id));
    return {
      items: shown.flatMap(({ id }) => byId.get(id) ?? []),
      next_cursor: await deps.cursors.encode(scope, last && { after: last.position }),
    };
  };
};
