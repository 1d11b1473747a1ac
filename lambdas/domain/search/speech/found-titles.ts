import { compareHits, type SearchHit } from '../search-index.ts';
import { sentenceKeyOf, type SentenceKey } from './sentences.ts';

/** A content item in which sentences were found. */
export interface FoundTitle {
  readonly contentId: string;
  /** Its best hit, by which titles are sorted. */
  readonly best: SearchHit;
  /** The best first. */
  readonly sentences: readonly SentenceKey[];
}

/** Groups hits by content item, in the order of the best hit of each. */
export const foundTitles = (hits: readonly SearchHit[]): readonly FoundTitle[] => {
  const titles = new Map<string, { best: SearchHit; sentences: SentenceKey[] }>();
  for (const hit of hits) {
    const key = sentenceKeyOf(hit.id);
    const title = titles.get(key.contentId);
    if (title) title.sentences.push(key);
    else titles.set(key.contentId, { best: hit, sentences: [key] });
  }
  return [...titles].map(([contentId, title]) => ({ contentId, ...title }));
};

/** The titles after the one that the cursor of a page names; all without a cursor. */
export const titlesAfter = (titles: readonly FoundTitle[], cursor: SearchHit | undefined): readonly FoundTitle[] =>
  cursor ? titles.filter(({ best }) => compareHits(best, cursor) > 0) : titles;
