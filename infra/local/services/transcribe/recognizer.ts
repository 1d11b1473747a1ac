import type { Clock } from '../../clock.ts';

/** One spoken word. Times are seconds from the start of the media. */
export interface RecognizedWord {
  readonly type: 'pronunciation';
  readonly content: string;
  readonly from: number;
  readonly to: number;
  /** The recognizer's own estimate, from 0 to 1. Not comparable between recognizers, nor with AWS. */
  readonly confidence: number;
}

/** A punctuation mark. It belongs to the word before it. */
export interface RecognizedMark {
  readonly type: 'punctuation';
  readonly content: string;
}

export type RecognizedItem = RecognizedWord | RecognizedMark;

/** The speech of one file. Without speech, there are no segments. */
export interface Recognition {
  /** ISO 639 code of the language that was recognized, e.g. `en`. */
  readonly language: string;
  /** Stretches of speech between pauses, in time order. Each has at least one word. */
  readonly segments: readonly (readonly RecognizedItem[])[];
}

/** A file to recognize, and the limits of the program. */
export interface RecognizerRun {
  /** WAV file, 16 kHz, mono, 16 bit, with a header of 44 bytes. */
  readonly sound: string;
  /** Length of the sound in seconds. */
  readonly duration: number;
  /** ISO 639 code of the spoken language; undefined when the recognizer must identify it. */
  readonly language: string | undefined;
  /** Working folder of the job. */
  readonly folder: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** A program on this computer that turns speech into text. */
export interface Recognizer {
  /** For people, e.g. `PocketSphinx (English)`. */
  readonly title: string;
  /** Name of its model for results. It starts with `local-`, so that no one takes it for a model of AWS. */
  readonly model: string;
  /** Why it cannot recognize a language, or identify one when `language` is undefined; undefined when it can. */
  rejection(language: string | undefined): string | undefined;
  /** @throws MediaToolError when the program fails, or a limit or the signal ends it */
  recognize(run: RecognizerRun): Promise<Recognition>;
}

/** Milliseconds that a recognizer may take: ten minutes, and ten times the length of the sound. */
export const recognizerLimit = (duration: number): number => 600_000 + duration * 10_000;
