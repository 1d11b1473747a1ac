import { foldPart } from '../fold.ts';
import { isWithin, toleratedEdits } from '../typos.ts';
import { readingsOf, type QueryWord, type SpokenQuery } from './query-words.ts';

/** Start (inclusive) and end (exclusive) of a part of a text, in UTF-16 code units. */
export type TextRange = readonly [number, number];

/** A folded text that knows where its characters come from. */
interface Traced {
  readonly folded: string;
  /** For each UTF-16 code unit of `folded`: the range of the text that it comes from. */
  readonly origins: readonly TextRange[];
}

/** Folds a text character by character. The result is that of `foldText`, except for spaces at the ends. */
export const traced = (text: string): Traced => {
  let folded = '';
  const origins: TextRange[] = [];
  let at = 0;
  for (const character of text) {
    const origin: TextRange = [at, at + character.length];
    at = origin[1];
    const whole = foldPart(character);
    const part = folded.endsWith(' ') && whole.startsWith(' ') ? whole.slice(1) : whole;
    // A combining mark belongs to the character before it.
    const last = origins.at(-1);
    if (part === '' && last && last[1] === origin[0] && /^\p{M}$/u.test(character))
      origins[origins.length - 1] = [last[0], origin[1]];
    folded += part;
    for (let unit = 0; unit < part.length; unit += 1) origins.push(origin);
  }
  return { folded, origins };
};

const rangesIn = ({ folded, origins }: Traced, from: number, to: number): TextRange | undefined => {
  const [first, last] = [origins[from], origins[Math.min(to, folded.length) - 1]];
  return first && last && [first[0], last[1]];
};

const occurrencesOf = (source: Traced, text: string, startsWord: boolean): readonly TextRange[] => {
  const found: TextRange[] = [];
  for (let at = source.folded.indexOf(text); at >= 0; at = source.folded.indexOf(text, at + text.length)) {
    const range =
      startsWord && at > 0 && source.folded[at - 1] !== ' ' ? undefined : rangesIn(source, at, at + text.length);
    if (range) found.push(range);
  }
  return found;
};

interface Word {
  readonly text: string;
  readonly range: TextRange | undefined;
}

const wordsIn = (source: Traced): readonly Word[] =>
  [...source.folded.matchAll(/[\p{L}\p{N}]+/gu)].map((match) => ({
    text: match[0],
    range: rangesIn(source, match.index, match.index + match[0].length),
  }));

type Rule = (word: string, wanted: QueryWord) => boolean;

const isSame: Rule = (word, { text, isBeginning }) => (isBeginning ? word.startsWith(text) : word === text);
const isSimilar: Rule = (word, wanted) =>
  isSame(word, wanted) || isWithin(wanted.text, word, toleratedEdits(wanted.text.length));

/** The words that match, if each word of the query matches one. */
const matchingWords = (words: readonly Word[], wanted: readonly QueryWord[], rule: Rule): readonly TextRange[] =>
  wanted.every((one) => words.some(({ text }) => rule(text, one)))
    ? words.flatMap(({ text, range }) => (range && wanted.some((one) => rule(text, one)) ? [range] : []))
    : [];

const matchesOfReading = (source: Traced, words: readonly Word[], reading: SpokenQuery): readonly TextRange[] => {
  const together = occurrencesOf(source, reading.text, !reading.anywhere);
  if (together.length > 0) return together;
  const same = matchingWords(words, reading.words, isSame);
  return same.length > 0 ? same : matchingWords(words, reading.words, isSimilar);
};

/**
 * The parts of a sentence that match a query, in order: the whole text, otherwise its words, otherwise words with
 * typos. Empty when the sentence does not match.
 */
export const matchesOf = (sentence: string, query: string): readonly TextRange[] => {
  const source = traced(sentence);
  const words = wordsIn(source);
  for (const reading of readingsOf(query)) {
    const found = matchesOfReading(source, words, reading);
    if (found.length > 0) return found;
  }
  return [];
};
