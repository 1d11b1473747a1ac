import { textAt, type PackedParts } from './packing.ts';
import { toleratedEdits, isWithin, lettersOf, canBeWithin } from './typos.ts';

/** An index word that matches a query word, with the quality of the match in percent. */
export interface WordMatch {
  /** Number of the word. */
  readonly word: number;
  readonly quality: number;
}

const SAME = 100;
const BEGINS = 80;
const NEAR = 50;

/** Minimum length of a query word that also matches longer words. */
const LEAST_BEGINNING = 2;

const wordAt = (parts: PackedParts, index: number): string => textAt(parts.words, parts.wordStarts, index);

/** The number of the first word that does not sort before `word`. */
const lowerBound = (parts: PackedParts, word: string): number => {
  let [low, high] = [0, parts.wordLengths.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (wordAt(parts, middle) < word) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The exact word, followed by the words that start with it. */
export const wordsStartingWith = (parts: PackedParts, word: string): readonly WordMatch[] => {
  const first = lowerBound(parts, word);
  if (first === parts.wordLengths.length) return [];
  const same = wordAt(parts, first) === word;
  const end = word.length < LEAST_BEGINNING ? first + (same ? 1 : 0) : lowerBound(parts, `${word}\uffff`);
  return Array.from({ length: end - first }, (_, index) => ({
    word: first + index,
    quality: index === 0 && same ? SAME : BEGINS,
  }));
};

/** Words that the user may have mistyped. None for short words. */
export const similarWords = (parts: PackedParts, word: string): readonly WordMatch[] => {
  const edits = toleratedEdits(word.length);
  if (edits === 0) return [];
  const { wordLetters, wordLengths } = parts;
  const letters = lettersOf(word);
  const found: WordMatch[] = [];
  for (let index = 0; index < wordLengths.length; index += 1) {
    const length = wordLengths[index] ?? 0;
    if (
      length < word.length - edits ||
      length > word.length + edits ||
      !canBeWithin(wordLetters[index] ?? 0, letters, edits)
    )
      continue;
    const other = wordAt(parts, index);
    if (other !== word && isWithin(word, other, edits)) found.push({ word: index, quality: NEAR });
  }
  return found;
};
