import { ContentStatus, ContentType, ConversionStatus } from '../../contract/content/content-shapes.ts';
import type { Content } from '../../domain/content/content.ts';
import type { Logger } from '../../domain/logger.ts';
import { partitionOfFacet } from './content-entity.ts';
import { createContentLookup } from './content-lookup.ts';
import type { Cursors } from '../table/cursor.ts';
import type { ListPage } from '../table/list-page.ts';
import type { Table } from '../table/table.ts';

/** Orders of the administrators' list. */
export type ContentOrder = 'newest' | 'oldest' | 'title' | 'title-desc';

/** What of the contents is listed. */
export interface ContentListFilter {
  readonly status?: ContentStatus | undefined;
  readonly content_type?: ContentType | undefined;
  readonly conversion_status?: ConversionStatus | undefined;
  readonly sort: ContentOrder;
}

interface Found {
  readonly id: string;
  readonly position: string;
}

/** As the table orders keys: by the bytes of UTF-8, which is another order than that of JavaScript. */
const comparePositions = (a: Found, b: Found): number =>
  Buffer.compare(Buffer.from(a.position), Buffer.from(b.position));

const CONTENT_KEY = /^CONTENT#(.+)$/;

/**
 * C12. Content in every state, filtered and in order: one query of keys in each of at most 24 partitions (one for each
 * type, status and state of conversion that fits), from where the page before ended, and one batch that reads what is
 * shown. 0.5 RRU for each partition and content, on every page and in a catalog of every size.
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
      (status ? [status] : ContentStatus.options).flatMap((facetStatus) =>
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
    const standing = pages.flatMap(({ items }) =>
      items.map((item): Found => ({ id: CONTENT_KEY.exec(item.pk)?.[1] ?? '', position: String(item[`${index}sk`]) })),
    );
    // What changed its state between two of the queries stands in both partitions.
    const found = [...new Map(standing.map((one) => [one.id, one])).values()].sort(
      (a, b) => comparePositions(a, b) * (descending ? -1 : 1),
    );
    const taken = found.slice(0, limit);
    const last = found.length > limit ? taken.at(-1) : undefined;
    const contents = await lookup.getMany(taken.map(({ id }) => id));
    return {
      items: taken.flatMap(({ id }) => contents.get(id) ?? []),
      next_cursor: await deps.cursors.encode(scope, last && { after: last.position }),
    };
  };
};
