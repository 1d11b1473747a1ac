import type { Content } from '../../domain/content/content.ts';
import type { SearchHit } from '../../domain/search/search-index.ts';
import type { SearchDeps } from './deps.ts';

/** Maximum number of reads per page. If few hits match, the page is shorter than requested. */
const MAX_READS = 4;

/** Items of a page, and the hit after which the next page starts; undefined on the last page. */
export interface MatchingPage {
  readonly items: readonly Content[];
  readonly last: SearchHit | undefined;
}

/** Reads hits from the table, in order, until `limit` of them match or the maximum number of reads is reached. */
export const readMatching = async (
  { content }: Pick<SearchDeps, 'content'>,
  hits: readonly SearchHit[],
  limit: number,
  matches: (item: Content) => boolean,
): Promise<MatchingPage> => {
  const items: Content[] = [];
  let read = 0;
  for (let reads = 0; reads < MAX_READS && read < hits.length && items.length < limit; reads += 1) {
    const batch = hits.slice(read, read + limit);
    const found = await content.getMany(batch.map(({ id }) => id));
    for (const { id } of batch) {
      read += 1;
      const item = found.get(id);
      if (item && matches(item)) items.push(item);
      if (items.length === limit) break;
    }
  }
  return { items, last: read < hits.length ? hits[read - 1] : undefined };
};
