import * as z from 'zod/mini';
import type { TimedWord } from '../analysis/transcript.ts';
import type { Token } from './segments.ts';

const Alternative = z.object({ content: z.string(), confidence: z.optional(z.string()) });
const Item = z.object({
  id: z.optional(z.int()),
  type: z.enum(['pronunciation', 'punctuation']),
  alternatives: z.array(Alternative).check(z.minLength(1)),
  start_time: z.optional(z.string()),
  end_time: z.optional(z.string()),
});

/** The part of the output of Transcribe that we use ("Data input and output", Amazon Transcribe Developer Guide). */
const Output = z.object({
  results: z.object({
    language_code: z.optional(z.string()),
    items: z.array(Item),
    audio_segments: z.optional(z.array(z.object({ items: z.array(z.int()) }))),
  }),
});

/** What was recognized. */
export interface Recognized {
  /** BCP 47; undefined when the output names none. */
  readonly language: string | undefined;
  /** Words with their punctuation. */
  readonly tokens: readonly Token[];
  readonly words: readonly TimedWord[];
}

const msOf = (seconds: string | undefined): number => Math.round(Number(seconds ?? NaN) * 1000);

/** Reads the output of a transcription job. @throws ZodError when it has another shape */
export const readTranscribeOutput = (json: unknown): Recognized => {
  const { results } = Output.parse(json);
  const lastOfSegments = new Set((results.audio_segments ?? []).map(({ items }) => items.at(-1)));
  const tokens: Token[] = [];
  const words: TimedWord[] = [];
  for (const { id, type, alternatives, start_time: from, end_time: to } of results.items) {
    const { content, confidence } = alternatives[0] ?? { content: '' };
    const ends = id !== undefined && lastOfSegments.has(id);
    const last = tokens.at(-1);
    if (type === 'punctuation') {
      if (last) tokens[tokens.length - 1] = { ...last, text: last.text + content, ends: last.ends || ends };
      continue;
    }
    const times = { start_ms: msOf(from), end_ms: msOf(to) };
    if (Number.isNaN(times.start_ms) || Number.isNaN(times.end_ms) || content.trim() === '') continue;
    const text = content.trim();
    tokens.push({ text, ...times, ends });
    words.push({ text, ...times, confidence: confidence === undefined ? null : Number(confidence) });
  }
  return { language: results.language_code, tokens, words };
};

/** Mean confidence of the words; null when none is known. */
export const meanConfidence = (words: readonly TimedWord[]): number | null => {
  const known = words.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]));
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
};
