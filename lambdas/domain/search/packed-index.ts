import { titlesContaining, type Admits } from './containing.ts';
import { foldText, wordsOf } from './fold.ts';
import { contentsWithAll, createTally } from './matching-all.ts';
import { ID_BYTES, idAt, IS_PUBLIC, IS_VIDEO, textAt, type PackedParts } from './packing.ts';
import { MAX_HITS, type SearchHit, type SearchIndex, type SearchQuery } from './search-index.ts';
import { wordsBeginning, wordsNear, type WordMatch } from './word-matches.ts';

/**
 * Worth of a title that contains the text: anywhere, at the beginning of a word, at its own beginning, and when it is
 * the whole title.
 */
const CONTAINS = 300;
const AT_WORD = 700;
const AT_BEGINNING = 400;
const WHOLE = 2000;

/** Newest titles that contain the text and are compared by worth. */
const MAX_CONTAINING = 5 * MAX_HITS;

/** Words of a query that are looked at, and their length: longer ones are cut in the index too. */
const MAX_WORDS = 12;
const MAX_WORD = 64;

/** With fewer hits than this the words are looked for with typos. */
const FEW = 24;

/** A packed index. Contents may be taken out of it by number; they stay in the buffer. */
export interface PackedIndex extends SearchIndex {
  readonly parts: PackedParts;
  /** The number of a content, or undefined. */
  readonly numberOf: (id: string) => number | undefined;
}

const findNumber = (parts: PackedParts, id: string): number | undefined => {
  if (id.length !== ID_BYTES) return undefined;
  let [low, high] = [0, parts.count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (idAt(parts, middle) > id) low = middle + 1;
    else high = middle;
  }
  return low < parts.count && idAt(parts, low) === id ? low : undefined;
};

const filterOf = (
  parts: PackedParts,
  { contentType, categoryId, publicOnly }: SearchQuery,
  gone: ReadonlySet<number>,
): Admits | undefined => {
  if (contentType === undefined && categoryId === undefined && !publicOnly && gone.size === 0) return undefined;
  const { flags, categoryOf } = parts;
  const mask = (contentType === undefined ? 0 : IS_VIDEO) | (publicOnly ? IS_PUBLIC : 0);
  const wanted = (contentType === 'video' ? IS_VIDEO : 0) | (publicOnly ? IS_PUBLIC : 0);
  const category = categoryId === undefined ? undefined : parts.categories.indexOf(categoryId);
  return (index) =>
    ((flags[index] ?? 0) & mask) === wanted &&
    (category === undefined || categoryOf[index] === category) &&
    !gone.has(index);
};

const worthOfTitle = (title: string, text: string): number => {
  if (title === text) return CONTAINS + AT_WORD + AT_BEGINNING + WHOLE;
  if (title.startsWith(text)) return CONTAINS + AT_WORD + AT_BEGINNING;
  return title.includes(` ${text}`) ? CONTAINS + AT_WORD : CONTAINS;
};

/** The best of scored contents: by score, then by number, which is newest first. */
const best = (scores: ReadonlyMap<number, number>): readonly (readonly [number, number])[] => {
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

/** Opens packed parts as an index, without the contents that are `gone` by number. */
export const createPackedIndex = (parts: PackedParts, gone: ReadonlySet<number> = new Set()): PackedIndex => {
  const tally = createTally(parts.count);

  const search = (query: SearchQuery): readonly SearchHit[] => {
    const text = foldText(query.text);
    if (text === '' || parts.count === 0) return [];
    const admits = filterOf(parts, query, gone);
    const scores = new Map<number, number>();
    for (const index of titlesContaining(parts, text, MAX_CONTAINING, admits))
      scores.set(index, worthOfTitle(textAt(parts.titles, parts.titleStarts, index).slice(0, -1), text));
    const words = [...new Set(wordsOf(text))].slice(0, MAX_WORDS).map((word) => word.slice(0, MAX_WORD));
    const withAll = (matches: readonly (readonly WordMatch[])[]): ReadonlyMap<number, number> =>
      words.length === 0 || matches.some(({ length }) => length === 0)
        ? new Map()
        : contentsWithAll(parts, tally, matches, admits);
    const beginning = words.map((word) => wordsBeginning(parts, word));
    for (const [index, worth] of withAll(beginning)) scores.set(index, (scores.get(index) ?? 0) + worth);
    if (scores.size < FEW) {
      const near = words.map((word, index) => [...(beginning[index] ?? []), ...wordsNear(parts, word)]);
      for (const [index, worth] of withAll(near)) if (!scores.has(index)) scores.set(index, worth);
    }
    return best(scores).map(([index, score]) => ({ id: idAt(parts, index), score }));
  };

  return { size: parts.count - gone.size, parts, search, numberOf: (id) => findNumber(parts, id) };
};
