import { contentIdOf } from './content-entity.ts';
import type { Table } from '../table/table.ts';

/** What a page of several partitions consists of. */
export interface MergedRequest {
  /** An index that contains only keys. */
  readonly index: 'gsi5' | 'gsi6' | 'gsi7';
  readonly partitions: readonly string[];
  readonly descending: boolean;
  /** Position of the last item of the previous page. */
  readonly after: string | undefined;
  readonly limit: number;
}

interface Found {
  readonly id: string;
  readonly position: string;
}

/** Compares like DynamoDB: by UTF-8 bytes, which differs from the order of JavaScript strings. */
const comparePositions = (a: Found, b: Found): number =>
  Buffer.compare(Buffer.from(a.position), Buffer.from(b.position));

/**
 * The ids of the next content items in several partitions of an index, in one order: one query in each partition.
 * `last` is the position after which the next page begins; undefined after the last page.
 */
export const mergedKeys = async (
  table: Table,
  { index, partitions, descending, after, limit }: MergedRequest,
): Promise<{ readonly ids: readonly string[]; readonly last: string | undefined }> => {
  const pages = await Promise.all(
    partitions.map((partition) => table.query({ index, partition, limit: limit + 1, descending, after })),
  );
  const entries = pages.flatMap(({ items }) =>
    items.map((item): Found => ({ id: contentIdOf(item), position: String(item[`${index}sk`]) })),
  );
  // An item that moved to another partition between two queries can be in both results.
  const found = [...new Map(entries.map((one) => [one.id, one])).values()].sort(
    (a, b) => comparePositions(a, b) * (descending ? -1 : 1),
  );
  const shown = found.slice(0, limit);
  return { ids: shown.map(({ id }) => id), last: found.length > limit ? shown.at(-1)?.position : undefined };
};
