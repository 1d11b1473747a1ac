import { SENTENCES_COUNTED } from '../../../contract/listening/search-text.ts';
import { titlesContaining } from '../containing.ts';
import type { OpenPacked, OpenSearch } from '../open-search.ts';
import { idAt, textAt, type PackedParts } from '../packing.ts';
import { MAX_HITS, type SearchHit, type SearchQuery } from '../search-index.ts';
import { filterOf } from '../selection.ts';
import { similarWords, wordsStartingWith, type WordMatch } from '../word-matches.ts';
import { visitAll, visitAny } from './postings.ts';
import { readingsOf, type QueryWord, type SpokenQuery } from './query-words.ts';

/** Scores by the weakest match of a word, and extra for the words side by side, as typed. */
const EXACT = 3;
const BEGINNING = 2;
const TYPO = 1;
const TOGETHER = 2;

/** Maximum number of sentences that are ranked. A text that more sentences contain is ranked by the newest. */
const MAX_RANKED = 5000;

/** Maximum number of sentences of one content item that are ranked, so that a long one does not hide the others. */
const MAX_RANKED_OF_ITEM = 200;

/** Bytes of sentences that a search for a text of a script without word spacing examines at most. */
const MAX_EXAMINED = 4_000_000;

/** Ranks sentences: the number of the document and its score. */
const createRanking = (parts: PackedParts) => {
  const scores = new Map<number, number>();
  const sentenceAt = (index: number): string => textAt(parts.titles, parts.titleStarts, index).slice(0, -1);
  return {
    scores,
    /** A visitor that ranks the sentences that it is called with, in ascending order, until there are enough. */
    collect(score: number, text: string): (index: number) => boolean {
      let [count, item, ofItem] = [0, -1, 0];
      return (index) => {
        const current = parts.itemOf[index] ?? index;
        ofItem = current === item ? ofItem + 1 : 1;
        item = current;
        if (ofItem > MAX_RANKED_OF_ITEM) return true;
        if ((scores.get(index) ?? 0) < score + TOGETHER) {
          const sentence = sentenceAt(index);
          const together = sentence.startsWith(text) || sentence.includes(` ${text}`);
          scores.set(index, Math.max(scores.get(index) ?? 0, score + (together ? TOGETHER : 0)));
        }
        count += 1;
        return count < MAX_RANKED;
      };
    },
  };
};

/** The best sentences: by score, then newest content item first, and in the order of time within one. */
const bestOf = (parts: PackedParts, scores: ReadonlyMap<number, number>): readonly SearchHit[] => {
  const ofItem = new Map<number, number>();
  const hits: SearchHit[] = [];
  for (const [index, score] of [...scores].sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || a - b)) {
    const item = parts.itemOf[index] ?? index;
    const count = (ofItem.get(item) ?? 0) + 1;
    if (count > SENTENCES_COUNTED) continue;
    ofItem.set(item, count);
    hits.push({ id: idAt(parts, index), score });
    if (hits.length === MAX_HITS) break;
  }
  return hits;
};

/** The words of the index that match each word of a query. */
const createLookup = (parts: PackedParts) => {
  const known = new Map<string, readonly WordMatch[]>();
  const startingWith = (text: string): readonly WordMatch[] => {
    const found = known.get(text) ?? wordsStartingWith(parts, text);
    known.set(text, found);
    return found;
  };
  const exact = ({ text }: QueryWord): readonly WordMatch[] =>
    startingWith(text)
      .slice(0, 1)
      .filter(({ quality }) => quality === 100);
  const beginning = (word: QueryWord): readonly WordMatch[] =>
    word.isBeginning ? startingWith(word.text) : exact(word);
  return { exact, beginning, near: (word: QueryWord) => [...beginning(word), ...similarWords(parts, word.text)] };
};

/**
 * Opens packed parts as an index of sentences. Unlike titles, most sentences consist of words that thousands of others
 * contain, too. So it intersects the sentences of each word, newest first, and ends when there are enough.
 */
export const createSentenceIndex: OpenPacked = (parts, excluded) => {
  const open = (query: SearchQuery): OpenSearch => {
    const readings = parts.count === 0 ? [] : readingsOf(query.text);
    const admits = filterOf(parts, query, excluded);
    const { scores, collect } = createRanking(parts);
    const lookup = createLookup(parts);
    const rank = ({ text, words, anywhere }: SpokenQuery): void => {
      const before = scores.size;
      const exact = words.flatMap(lookup.exact);
      if (exact.length === words.length) visitAll(parts, exact, admits, collect(EXACT, text));
      if (scores.size - before < MAX_RANKED && words.some(({ isBeginning }) => isBeginning))
        visitAny(parts, words.map(lookup.beginning), admits, collect(BEGINNING, text));
      if (anywhere)
        for (const index of titlesContaining(parts, text, MAX_RANKED, admits, MAX_EXAMINED))
          scores.set(index, EXACT + TOGETHER);
    };
    for (const reading of readings) rank(reading);
    return {
      count: () => scores.size,
      tolerateTypos() {
        for (const { text, words } of readings) visitAny(parts, words.map(lookup.near), admits, collect(TYPO, text));
      },
      hits: () => bestOf(parts, scores),
    };
  };
  return { open };
};
