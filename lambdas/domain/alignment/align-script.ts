import type { TimedWord } from '../analysis/transcript.ts';
import type { Token } from '../transcripts/segments.ts';
import { timeText } from '../transcripts/edits.ts';
import type { ScriptWord } from './script-words.ts';

/** Where a word was found in a piece of sound. */
export interface FoundWord {
  /** Milliseconds from the start of the piece. */
  readonly start_ms: number;
  readonly end_ms: number;
  /** How well the sound fits the word, 0 to 1. */
  readonly score: number;
}

/** Finds words in sound. */
export interface Aligner {
  /**
   * Aligns words to a piece of sound (16 kHz, one channel). `all`: every word must be in it. `first`: as many of the
   * first words as there are. Returns where those words are, in order; empty when the sound does not fit.
   */
  align(sound: Float32Array, words: readonly string[], mode: 'all' | 'first'): readonly FoundWord[];
}

/** A sound that is read in pieces. */
export interface Sound {
  readonly durationMs: number;
  read(fromMs: number, toMs: number): Promise<Float32Array>;
}

/** How far a long script is aligned. */
export interface AlignProgress {
  readonly at_ms: number;
  /** The words with a sound that were found so far. */
  readonly found: readonly FoundWord[];
}

/** The result of aligning, or of a part of it. */
export type Alignment =
  | { readonly kind: 'done'; readonly tokens: readonly Token[]; readonly words: readonly TimedWord[] }
  | { readonly kind: 'unfinished'; readonly progress: AlignProgress }
  /** The script is not what is spoken. `reason` is a sentence that says where. */
  | { readonly kind: 'mismatch'; readonly reason: string };

/** Up to here, the whole sound is aligned at once, which takes about a tenth of its length. */
const WHOLE_MS = 4 * 60_000;
const WHOLE_WORDS = 1_500;
/** Longer sound is aligned in windows. */
const WINDOW_MS = 30_000;
/** More words than anyone speaks in a window. */
const WINDOW_WORDS = 120;
/** Words at the end of a window can be cut off, so that the next window starts in a pause before them. */
const PAUSE_MS = 150;
const UNSURE_WORDS = 3;

/**
 * The score of a group of words below which they are not what is spoken. Measured: the median of eight is at least
 * 0.92 for the right text, even with music in the background, and at most 0.89 for another text.
 */
const MIN_SCORE = 0.905;
const GROUP = 8;

const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Index of the first word of a group that does not fit the sound; undefined when all fit. */
const firstMisfit = (found: readonly FoundWord[]): number | undefined => {
  const last = Math.max(0, found.length - GROUP);
  for (let at = 0; at <= last; at += 1)
    if (medianOf(found.slice(at, at + GROUP).map(({ score }) => score)) < MIN_SCORE) return at;
  return undefined;
};

const QUOTED_WORDS = 6;

const quoteAt = (words: readonly ScriptWord[], spokenIndex: number): string => {
  let at = -1;
  const from = words.findIndex(({ spoken }) => spoken !== null && (at += 1) === spokenIndex);
  const quote = words.slice(Math.max(from, 0), Math.max(from, 0) + QUOTED_WORDS).map(({ text }) => text);
  return `“${quote.join(' ')}”`;
};

/** How many of the words found in a window are certain: those before a pause in its second half. */
const certainWords = (found: readonly FoundWord[]): number => {
  for (let count = found.length - 1; count > found.length / 2; count -= 1) {
    const [last, next] = [found[count - 1], found[count]];
    if (last && next && next.start_ms - last.end_ms >= PAUSE_MS) return count;
  }
  return Math.max(found.length - UNSURE_WORDS, 0);
};

/** Gives times to words without a sound of their own: equal parts of the gap between their neighbors. */
const timeAll = (words: readonly ScriptWord[], found: readonly FoundWord[], durationMs: number): Alignment => {
  const times: ({ start_ms: number; end_ms: number; score: number | null } | undefined)[] = [];
  let at = 0;
  for (const { spoken } of words) times.push(spoken === null ? undefined : found[at++]);
  for (let from = 0; from < times.length; from += 1) {
    if (times[from]) continue;
    const to = times.findIndex((time, index) => index > from && time !== undefined);
    const until = to === -1 ? times.length : to;
    const start = times[from - 1]?.end_ms ?? 0;
    const part = ((times[until]?.start_ms ?? durationMs) - start) / (until - from);
    for (let index = from; index < until; index += 1)
      times[index] = {
        start_ms: Math.round(start + (index - from) * part),
        end_ms: Math.round(start + (index - from + 1) * part),
        score: null,
      };
  }
  const timed = words.map((word, index) => ({ ...word, ...(times[index] ?? { start_ms: 0, end_ms: 0, score: null }) }));
  return {
    kind: 'done',
    tokens: timed.map(({ text, start_ms, end_ms, ends }) => ({ text, start_ms, end_ms, ends })),
    words: timed.map(({ text, start_ms, end_ms, score }) => ({ text, start_ms, end_ms, confidence: score })),
  };
};

/** What aligning a script needs. */
export interface AlignDeps {
  readonly aligner: Aligner;
  readonly sound: Sound;
  /** Whether there is no time left, so that the work continues later. */
  readonly isOver: () => boolean;
}

/**
 * Aligns a script to a sound. Short sound is aligned at once. Long sound is aligned in windows of half a minute, each
 * of which starts in a pause after the last certain word of the one before, and can be continued later with `progress`.
 * Numbers and signs are timed between their neighbors. A script that is not what is spoken is rejected with the time
 * and the words where they part.
 */
export const alignScript = async (
  { aligner, sound, isOver }: AlignDeps,
  words: readonly ScriptWord[],
  progress?: AlignProgress,
): Promise<Alignment> => {
  const spoken = words.flatMap((word) => word.spoken ?? []);
  const { durationMs } = sound;
  const mismatch = (ms: number, index: number): Alignment => ({
    kind: 'mismatch',
    reason:
      `The script does not match the sound at ${timeText(Math.round(ms)).split('.')[0]}, ` +
      `near ${quoteAt(words, index)}. Correct the script, or remove it.`,
  });
  if (spoken.length === 0) return { kind: 'mismatch', reason: 'The script has no words that can be aligned.' };
  if (!progress && durationMs <= WHOLE_MS && spoken.length <= WHOLE_WORDS) {
    const found = aligner.align(await sound.read(0, durationMs), spoken, 'all');
    if (found.length === spoken.length) {
      const misfit = firstMisfit(found);
      return misfit === undefined ? timeAll(words, found, durationMs) : mismatch(found[misfit]?.start_ms ?? 0, misfit);
    }
    // The windows find out where they part.
  }
  const found = [...(progress?.found ?? [])];
  let at = progress?.at_ms ?? 0;
  while (found.length < spoken.length) {
    if (at >= durationMs)
      return {
        kind: 'mismatch',
        reason:
          `The sound ends before the script, which continues with ${quoteAt(words, found.length)}. ` +
          'Shorten the script, or remove it.',
      };
    if (isOver()) return { kind: 'unfinished', progress: { at_ms: at, found } };
    const until = Math.min(at + WINDOW_MS, durationMs);
    const next = spoken.slice(found.length, found.length + WINDOW_WORDS);
    const inWindow = aligner.align(await sound.read(at, until), next, 'first');
    const isLast = until === durationMs || found.length + inWindow.length === spoken.length;
    const certain = inWindow.slice(0, isLast ? inWindow.length : certainWords(inWindow));
    const start = at;
    const from = Math.max(0, found.length - GROUP + 1);
    found.push(...certain.map((word) => ({ ...word, start_ms: word.start_ms + start, end_ms: word.end_ms + start })));
    const misfit = certain.length > 0 ? firstMisfit(found.slice(from)) : undefined;
    if (misfit !== undefined) return mismatch(found[from + misfit]?.start_ms ?? at, from + misfit);
    // A window without certain words is music or a pause, or has only words that the next window contains too.
    at = certain.length > 0 ? (found.at(-1)?.end_ms ?? until) : isLast ? durationMs : start + WINDOW_MS / 2;
    if (isLast && until === durationMs) at = durationMs;
  }
  return timeAll(words, found, durationMs);
};
