import type { ContentType } from '../../contract/content/content-shapes.ts';

/** What is looked for. */
export interface SearchQuery {
  /** As it was typed. */
  readonly text: string;
  readonly contentType?: ContentType | undefined;
  readonly categoryId?: string | undefined;
  /** Only what visitors may see who have not signed in. */
  readonly publicOnly?: boolean;
}

/** One content that was found. Hits are ordered by score, then by id, greatest first: ids begin with their time. */
export interface SearchHit {
  readonly id: string;
  readonly score: number;
}

/** Hits that a search answers at most. Whoever finds more looks for something narrower. */
export const MAX_HITS = 1000;

/** The seam behind which published content is found. */
export interface SearchIndex {
  /** Contents in it. */
  readonly size: number;
  /**
   * The best hits, best first: titles that contain the text, and contents with all its words, with typos forgiven where
   * little is found.
   */
  readonly search: (query: SearchQuery) => readonly SearchHit[];
}

/** Order of hits: below zero when `a` comes first. */
export const compareHits = (a: SearchHit, b: SearchHit): number =>
  b.score - a.score || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
