import { textAt, type PackedParts } from './packing.ts';
import { forgivenEdits, isWithin, lettersOf, mayBeNear } from './typos.ts';

/** A word of the index that answers a word of the query, and how well: in hundredths of the same word. */
export interface WordMatch {
  /** Number of the word. */
  readonly word: number;
  readonly quality: number;
}

const SAME = 100;
const BEGINS = 80;
const NEAR = 50;

/** Shortest word whose continuations count. */
const LEAST_BEGINNING = 2;

const wordAt = (parts: PackedParts, index: number): string => textAt(parts.words, parts.wordStarts, index);

/** The number of the first word that is not before `word`. */
const lowerBound = (parts: PackedParts, word: string): number => {
  let [low, high] = [0, parts.wordLengths.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (wordAt(parts, middle) < word) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The word itself and those that begin with it, the same word first. */
export const wordsBeginning = (parts: PackedParts, word: string): readonly WordMatch[] => {
  const first = lowerBound(parts, word);
  if (first === parts.wordLengths.length) return [];
  const same = wordAt(parts, first) === word;
  const end = word.length < LEAST_BEGINNING ? first + (same ? 1 : 0) : lowerBound(parts, `${word}\uffff`);
  return Array.from({ length: end - first }, (_, index) => ({
    word: first + index,
    quality: index === 0 && same ? SAME : BEGINS,
  }));
};

/** Words that somebody may have meant who mistyped, or typed the beginning of. None for short words. */
export const wordsNear = (parts: PackedParts, word: string): readonly WordMatch[] => {
  const edits = forgivenEdits(word.length);
  if (edits === 0) return [];
  const { wordLetters, wordLengths } = parts;
  const letters = lettersOf(word);
  const found: WordMatch[] = [];
  for (let index = 0; index < wordLengths.length; index += 1) {
    const length = wordLengths[index] ?? 0;
    if (
      length < word.length - edits ||
      length > word.length + edits ||
      !mayBeNear(wordLetters[index] ?? 0, letters, edits)
    )
      continue;
    const other = wordAt(parts, index);
    if (other !== word && isWithin(word, other, edits)) found.push({ word: index, quality: NEAR });
  }
  return found;
};
