import type { PackedParts } from './packing.ts';
import { compareHits, MAX_HITS, type SearchHit, type SearchQuery } from './search-index.ts';
import type { Excluded } from './selection.ts';

/** With fewer hits than this, a search also tolerates typos. */
const FEW = 24;

/** A search that has found the exact matches. */
export interface OpenSearch {
  /** Number of hits so far. */
  readonly count: () => number;
  /** Also finds documents that match with typos. */
  readonly tolerateTypos: () => void;
  /** The best hits first. */
  readonly hits: () => readonly SearchHit[];
}

/** A packed index. */
export interface PackedIndex {
  /** Finds the exact matches of a query. `hitsOf` completes the search. */
  readonly open: (query: SearchQuery) => OpenSearch;
}

/**
 * Opens packed parts as an index. Documents can be excluded by number; they remain in the buffer. Indexes of titles and
 * of sentences rank differently.
 */
export type OpenPacked = (parts: PackedParts, excluded?: Excluded) => PackedIndex;

/**
 * Completes one search in several indexes that have no document in common. Typos are tolerated when all of them
 * together have few hits, so that it makes no difference which index a document is in.
 */
export const hitsOf = (searches: readonly OpenSearch[]): readonly SearchHit[] => {
  if (searches.reduce((sum, { count }) => sum + count(), 0) < FEW) for (const each of searches) each.tolerateTypos();
  const [first, ...others] = searches.map(({ hits }) => hits());
  if (others.length === 0) return first ?? [];
  return [...(first ?? []), ...others.flat()].sort(compareHits).slice(0, MAX_HITS);
};
