import type { Segment, TimedWord } from '../analysis/transcript.ts';

/** A word with the punctuation that belongs to it. */
export interface Token extends Pick<TimedWord, 'text' | 'start_ms' | 'end_ms'> {
  /** Whether a segment ends after it: the end of a line of lyrics, or a boundary that the recognizer found. */
  readonly ends?: boolean | undefined;
}

/** Two lines of captions, and how long people can be expected to look at them. */
export const MAX_SEGMENT_CHARACTERS = 84;
export const MAX_SEGMENT_MS = 7_000;
/** A caption that is shown for less than this cannot be read. */
const MIN_SHOWN_MS = 1_000;
/** A pause between two sentences. */
const PAUSE_MS = 1_000;

const SENTENCE_END = /[.?!…。？！]["'”’»)\]]*$/;
const CLAUSE_END = /[,;:–—、，；：]["'”’»)\]]*$/;
const UNPRINTABLE = /[\s\p{Cc}\ufffd]+/gu;
/** Languages that are written without spaces between words. */
const UNSPACED = /^(?:zh|ja|th|lo|km|my)(?:-|$)/;

/** What separates two words in a language (BCP 47). */
export const wordSeparator = (language: string): '' | ' ' => (UNSPACED.test(language) ? '' : ' ');

/** Orders tokens, separates overlapping ones, and leaves out empty ones and control characters. */
const inOrder = (tokens: readonly Token[]): readonly Token[] => {
  let last = 0;
  return tokens
    .map((token) => ({ ...token, text: token.text.toWellFormed().replace(UNPRINTABLE, ' ').trim() }))
    .filter(({ text }) => text !== '')
    .toSorted((a, b) => a.start_ms - b.start_ms)
    .map((token) => {
      const start = Math.max(Math.round(token.start_ms), last);
      last = Math.max(Math.round(token.end_ms), start + 1);
      return { ...token, start_ms: start, end_ms: last };
    });
};

const lengthOf = (tokens: readonly Token[], separator: string): number =>
  tokens.reduce((sum, { text }) => sum + text.length, separator.length * (tokens.length - 1));

const timeOf = (tokens: readonly Token[]): number => (tokens.at(-1)?.end_ms ?? 0) - (tokens[0]?.start_ms ?? 0);

/** How good it is to split after a token: after a clause, in a pause, near the middle. */
const splitScore = (tokens: readonly Token[], at: number): number => {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (!token || !next) return -Infinity;
  const fromMiddle = Math.abs((at + 1) / tokens.length - 0.5);
  const pause = Math.min((next.start_ms - token.end_ms) / PAUSE_MS, 1);
  return (CLAUSE_END.test(token.text) ? 0.5 : 0) + pause - 2 * fromMiddle;
};

/** Splits a sentence until each part is short enough. A part of one word can be longer. */
const splitLong = (tokens: readonly Token[], separator: string): readonly (readonly Token[])[] => {
  const fits = lengthOf(tokens, separator) <= MAX_SEGMENT_CHARACTERS && timeOf(tokens) <= MAX_SEGMENT_MS;
  if (fits || tokens.length === 1) return [tokens];
  const scores = tokens.slice(0, -1).map((_, at) => splitScore(tokens, at));
  const at = scores.indexOf(Math.max(...scores)) + 1;
  return [...splitLong(tokens.slice(0, at), separator), ...splitLong(tokens.slice(at), separator)];
};

const sentencesOf = (tokens: readonly Token[]): readonly (readonly Token[])[] => {
  const sentences: Token[][] = [];
  let sentence: Token[] = [];
  tokens.forEach((token, index) => {
    sentence.push(token);
    const next = tokens[index + 1];
    const pause = next ? next.start_ms - token.end_ms : Infinity;
    if (!token.ends && !SENTENCE_END.test(token.text) && pause < PAUSE_MS) return;
    sentences.push(sentence);
    sentence = [];
  });
  return sentences;
};

/** The id of a segment by its position: text order is order of time. */
const segmentId = (index: number): string => `s${String(index + 1).padStart(5, '0')}`;

/** How a transcript is divided. */
export interface SegmentOptions {
  /** BCP 47. */
  readonly language: string;
  /** Whether segments end only where tokens say so: lyrics. @default false */
  readonly keepLines?: boolean;
}

const linesOf = (tokens: readonly Token[]): readonly (readonly Token[])[] => {
  const lines: Token[][] = [];
  let line: Token[] = [];
  for (const token of tokens) {
    line.push(token);
    if (!token.ends) continue;
    lines.push(line);
    line = [];
  }
  return line.length > 0 ? [...lines, line] : lines;
};

/**
 * Divides a transcript into segments: sentences, split at clauses and pauses until each has at most 84 characters and
 * lasts at most 7 seconds; or lines of lyrics. They are in order of time and do not overlap. Short ones stay until the
 * next one starts, for at most a second, so that they can be read.
 */
export const segmentsOf = (tokens: readonly Token[], { language, keepLines = false }: SegmentOptions): Segment[] => {
  const separator = wordSeparator(language);
  const ordered = inOrder(tokens);
  const parts = keepLines ? linesOf(ordered) : sentencesOf(ordered).flatMap((part) => splitLong(part, separator));
  return parts.map((part, index) => {
    const start = part[0]?.start_ms ?? 0;
    const end = part.at(-1)?.end_ms ?? 0;
    const next = parts[index + 1]?.[0]?.start_ms ?? Infinity;
    const latest = keepLines ? Infinity : start + MAX_SEGMENT_MS;
    return {
      id: segmentId(index),
      start_ms: start,
      end_ms: Math.min(Math.max(end, Math.min(start + MIN_SHOWN_MS, next)), latest),
      text: part.map(({ text }) => text).join(separator),
    };
  });
};

/**
 * When each word of a segment starts, for reading along. Undefined if the timed words do not correspond to those of the
 * text, or the language has no spaces.
 */
export const wordStartsOf = (segment: Segment, words: readonly TimedWord[], language: string): number[] | undefined => {
  if (wordSeparator(language) === '') return undefined;
  const starts = words
    .filter(({ start_ms: start }) => start >= segment.start_ms && start < segment.end_ms)
    .map(({ start_ms: start }) => start);
  return starts.length === segment.text.split(' ').length ? starts : undefined;
};
