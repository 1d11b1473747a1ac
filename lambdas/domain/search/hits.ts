import { compareHits, MAX_HITS, type SearchHit } from './search-index.ts';

/** Merges the hits of several indexes into one sorted list. For a moment, an item can be in two indexes. */
export const mergeHits = (results: readonly (readonly SearchHit[])[]): readonly SearchHit[] =>
  [...new Map(results.flat().map((hit) => [hit.id, hit])).values()].sort(compareHits).slice(0, MAX_HITS);

/** Whether a cursor names a hit. */
export const isHit = (value: object): value is SearchHit => 'id' in value && 'score' in value;

/**
 * The hits after the last hit of the previous page, as its cursor names it; all hits without a cursor. Comparing by
 * score and id keeps the pages stable when items are published between two requests.
 */
export const hitsAfter = (hits: readonly SearchHit[], cursor: object | undefined): readonly SearchHit[] =>
  cursor && isHit(cursor) ? hits.filter((hit) => compareHits(hit, cursor) > 0) : hits;
