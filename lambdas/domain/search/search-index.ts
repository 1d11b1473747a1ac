import type { ContentType } from '../../contract/content/content-shapes.ts';

/** A search query. */
export interface SearchQuery {
  /** As typed by the user. */
  readonly text: string;
  readonly contentType?: ContentType | undefined;
  readonly categoryId?: string | undefined;
  /** Limits the search to items that visitors who have not signed in can see. */
  readonly publicOnly?: boolean;
}

/** One match. Hits are sorted by score, then by id, both descending. Ids start with a timestamp. */
export interface SearchHit {
  readonly id: string;
  readonly score: number;
}

/** Maximum number of hits of a search. A user who gets more needs a more specific query. */
export const MAX_HITS = 1000;

/** A searchable index of content items. */
export interface SearchIndex {
  /** Number of content items. */
  readonly size: number;
  /**
   * Returns the best hits first: titles that contain the text, and items that match all its words. Tolerates typos when
   * there are few hits.
   */
  readonly search: (query: SearchQuery) => readonly SearchHit[];
}

/** Sort order of hits: negative when `a` comes first. */
export const compareHits = (a: SearchHit, b: SearchHit): number =>
  b.score - a.score || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
