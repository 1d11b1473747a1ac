import { titlesContaining } from './containing.ts';
import { wordsOf } from './fold.ts';
import { itemsMatchingAll, createTally } from './matching-all.ts';
import type { OpenPacked, OpenSearch } from './open-search.ts';
import { idAt, textAt } from './packing.ts';
import { MAX_HITS, type SearchQuery } from './search-index.ts';
import { filterOf } from './selection.ts';
import { spellingsOf } from './spellings.ts';
import { wordsStartingWith, similarWords, type WordMatch } from './word-matches.ts';

/**
 * Scores of a title that contains the text: anywhere, plus extra at the start of a word, at the start of the title, and
 * as the whole title.
 */
const CONTAINS = 300;
const AT_WORD = 700;
const AT_BEGINNING = 400;
const WHOLE = 2000;

/** Maximum number of titles containing the text that are scored, newest first. */
const MAX_CONTAINING = 5 * MAX_HITS;

/** Maximum number of query words, and their maximum length. The index cuts longer words too. */
const MAX_WORDS = 12;
const MAX_WORD = 64;

const titleScore = (title: string, text: string): number => {
  if (title === text) return CONTAINS + AT_WORD + AT_BEGINNING + WHOLE;
  if (title.startsWith(text)) return CONTAINS + AT_WORD + AT_BEGINNING;
  return title.includes(` ${text}`) ? CONTAINS + AT_WORD : CONTAINS;
};

/** The items with the highest scores: by score, then by number, which means newest first. */
const firstOf = (scores: ReadonlyMap<number, number>): readonly (readonly [number, number])[] => {
  const order = (
    [left, leftScore]: readonly [number, number],
    [right, rightScore]: readonly [number, number],
  ): number => rightScore - leftScore || left - right;
  if (scores.size <= 2 * MAX_HITS) return [...scores].sort(order).slice(0, MAX_HITS);
  const counts = new Map<number, number>();
  for (const score of scores.values()) counts.set(score, (counts.get(score) ?? 0) + 1);
  let least = 0;
  let above = 0;
  for (const [score, count] of [...counts].sort(([a], [b]) => b - a)) {
    least = score;
    if (above + count >= MAX_HITS) break;
    above += count;
  }
  const sure: [number, number][] = [];
  const ties: number[] = [];
  for (const [index, score] of scores) {
    if (score > least) sure.push([index, score]);
    else if (score === least) ties.push(index);
  }
  const newest = Uint32Array.from(ties)
    .sort()
    .subarray(0, MAX_HITS - sure.length);
  return [...sure.sort(order), ...Array.from(newest, (index) => [index, least] as const)];
};

/** Looks each word up once. */
const once = (lookUp: (word: string) => readonly WordMatch[]): ((word: string) => readonly WordMatch[]) => {
  const known = new Map<string, readonly WordMatch[]>();
  return (word) => {
    const found = known.get(word) ?? lookUp(word);
    known.set(word, found);
    return found;
  };
};

/** Opens packed parts as an index of titles. */
export const createPackedIndex: OpenPacked = (parts, excluded) => {
  const tally = createTally(parts.count);

  const open = (query: SearchQuery): OpenSearch => {
    const texts = parts.count === 0 ? [] : spellingsOf(query.text);
    const admits = filterOf(parts, query, excluded);
    const scores = new Map<number, number>();
    const raise = (index: number, score: number): void => {
      if (score > (scores.get(index) ?? 0)) scores.set(index, score);
    };
    for (const text of texts)
      for (const index of titlesContaining(parts, text, MAX_CONTAINING, admits))
        raise(index, titleScore(textAt(parts.titles, parts.titleStarts, index).slice(0, -1), text));

    const wordLists = texts.map((text) =>
      [...new Set(wordsOf(text))].slice(0, MAX_WORDS).map((word) => word.slice(0, MAX_WORD)),
    );
    const withAll = (matches: readonly (readonly WordMatch[])[]): ReadonlyMap<number, number> =>
      matches.length === 0 || matches.some(({ length }) => length === 0)
        ? new Map()
        : itemsMatchingAll(parts, tally, matches, admits);
    /** The best score of each item that matches all words of one of the texts. */
    const best = (matchesOf: (word: string) => readonly WordMatch[]): ReadonlyMap<number, number> => {
      const found = new Map<number, number>();
      for (const words of wordLists)
        for (const [index, score] of withAll(words.map(matchesOf)))
          found.set(index, Math.max(score, found.get(index) ?? 0));
      return found;
    };
    const beginning = once((word) => wordsStartingWith(parts, word));
    for (const [index, score] of best(beginning)) scores.set(index, (scores.get(index) ?? 0) + score);
    return {
      count: () => scores.size,
      tolerateTypos() {
        const near = once((word) => [...beginning(word), ...similarWords(parts, word)]);
        for (const [index, score] of best(near)) if (!scores.has(index)) scores.set(index, score);
      },
      hits: () => firstOf(scores).map(([index, score]) => ({ id: idAt(parts, index), score })),
    };
  };

  return { open };
};
