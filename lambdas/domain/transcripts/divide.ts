import { MAX_SEGMENT_TEXT } from '../../contract/content/transcript-editing.ts';
import { fractionBetween } from '../library/order-keys.ts';
import { MIN_SEGMENT_MS, nameOf, neighborsOf, reject, timeText } from './edits.ts';
import { wordSeparator } from './segments.ts';
import type { StoredSegment } from './stored.ts';

/** `s` and the number that the machine gave it; a segment that a user split off has a fraction after it. */
const ID = /^(s\d{5})([0-9A-Za-z]*)$/;
/** Most characters of a fraction. About every sixth split of the same segment adds one. */
const MAX_FRACTION = 32;

const partsOf = (id: string | undefined): readonly [number: string, fraction: string] => {
  const [, number = '', fraction = ''] = ID.exec(id ?? '') ?? [];
  return [number, fraction];
};

/** An id between those of two neighbors, because text order of the ids is order of time. */
const idBetween = (id: string, next: string | undefined): string | undefined => {
  const [number, fraction] = partsOf(id);
  const [nextNumber, nextFraction] = partsOf(next);
  const between = fractionBetween(fraction, nextNumber === number ? nextFraction : undefined);
  return between.length > MAX_FRACTION ? undefined : `${number}${between}`;
};

const wordsIn = (text: string): number => text.split(/\s+/u).length;

/** Where to split a segment. */
export interface Split {
  /** Characters (UTF-16) of the text that stay in the first part. */
  readonly at: number;
  /** When the second part starts, in milliseconds. */
  readonly at_ms: number;
}

/**
 * Splits a segment in two. The first part keeps the id and its versions; the second is new. `segments` are all segments
 * in order of time. @throws AppError `validation_failed` with a sentence that names the segment
 */
export const splitSegment = (
  segments: readonly StoredSegment[],
  segment: StoredSegment,
  { at, at_ms: time }: Split,
): readonly [first: StoredSegment, second: StoredSegment] => {
  const name = nameOf(segment);
  const [text, rest] = [segment.text.slice(0, at).trim(), segment.text.slice(at).trim()];
  if (segment.removed) reject(`The segment at ${name} is removed. Bring it back before you split it.`);
  if (text === '' || rest === '' || !text.isWellFormed())
    reject(`The segment at ${name} can be split only between two of its words.`);
  const [earliest, latest] = [segment.start_ms + MIN_SEGMENT_MS, segment.end_ms - MIN_SEGMENT_MS];
  if (time < earliest || time > latest)
    reject(
      earliest > latest
        ? `The segment at ${name} is too short to be split.`
        : `The segment at ${name} can be split between ${timeText(earliest)} and ${timeText(latest)}.`,
    );
  const id = idBetween(segment.id, segments[segments.findIndex((one) => one.id === segment.id) + 1]?.id);
  if (id === undefined) return reject(`The segment at ${name} was split too often. Edit one of its neighbors instead.`);
  const { words, ...wordless } = segment;
  const count = wordsIn(text);
  const known = words !== undefined && words.length === count + wordsIn(rest);
  return [
    {
      ...wordless,
      text,
      end_ms: time,
      version: segment.version + 1,
      ...(known ? { words: words.slice(0, count) } : {}),
    },
    { ...wordless, id, text: rest, start_ms: time, version: 1, ...(known ? { words: words.slice(count) } : {}) },
  ];
};

/**
 * Joins a segment with the next one that is shown, which is removed. @throws AppError `validation_failed` with a
 * sentence that names the segment
 */
export const joinSegments = (
  segments: readonly StoredSegment[],
  segment: StoredSegment,
  language: string,
): { readonly next: StoredSegment; readonly joined: StoredSegment; readonly removed: StoredSegment } => {
  const name = nameOf(segment);
  if (segment.removed) reject(`The segment at ${name} is removed. Bring it back before you join it.`);
  const next = neighborsOf(segments, segment.id).after;
  if (!next) return reject(`No segment follows the one at ${name}.`);
  const text = [segment.text, next.text].join(wordSeparator(language));
  if (text.length > MAX_SEGMENT_TEXT)
    reject(`The segments at ${name} and ${nameOf(next)} are together longer than ${MAX_SEGMENT_TEXT} characters.`);
  const { words, ...wordless } = segment;
  return {
    next,
    joined: {
      ...wordless,
      text,
      end_ms: next.end_ms,
      version: segment.version + 1,
      ...(words && next.words ? { words: [...words, ...next.words] } : {}),
    },
    removed: { ...next, removed: true, version: next.version + 1 },
  };
};
