import type { SpeechFormat } from '../media/speech-format.ts';
import type { LabelsAnswer, ModerationAnswer } from './frames.ts';
import type { EntitiesAnswer, LanguageAnswer, SentimentAnswer, ToxicAnswer } from './text.ts';

/** Analyzes single frames by their keys. Responses are the provider's, unchanged. */
export interface FrameAnalyzer {
  moderate(key: string): Promise<ModerationAnswer>;
  label(key: string): Promise<LabelsAnswer>;
}

/** Most texts of a call. */
export const SENTIMENT_BATCH = 25;
export const TOXIC_BATCH = 10;

/** Analyzes text. Responses are the provider's, unchanged. */
export interface TextAnalyzer {
  detectLanguage(text: string): Promise<LanguageAnswer>;
  /** At most `SENTIMENT_BATCH` texts. */
  rateSentiments(texts: readonly string[], language: string): Promise<SentimentAnswer>;
  findEntities(text: string, language: string): Promise<EntitiesAnswer>;
  /** At most `TOXIC_BATCH` English texts. */
  findToxic(texts: readonly string[]): Promise<ToxicAnswer>;
}

/** A transcription job to start. */
export interface RequestedTranscription {
  /** Unique in the account. */
  readonly name: string;
  readonly source: { readonly bucket: string; readonly key: string; readonly format: SpeechFormat };
  readonly output: { readonly bucket: string; readonly key: string };
  /** One of these is spoken. */
  readonly languages: readonly string[];
}

/** The state of a job. `reason` is the service's own sentence. */
export type TranscriptionState =
  | { readonly state: 'running' }
  | { readonly state: 'completed'; readonly model: string }
  | { readonly state: 'failed'; readonly reason: string };

/** Recognizes speech in jobs that run elsewhere. */
export interface Transcriber {
  /** Starts a job, unless one with its name exists. Returns the reason when the service rejects it. */
  start(job: RequestedTranscription): Promise<{ readonly rejected: string } | undefined>;
  /** Undefined when there is no such job. */
  find(name: string): Promise<TranscriptionState | undefined>;
  /** Deletes a job; what it wrote stays. No effect on a job that does not exist, or has not ended. */
  remove(name: string): Promise<void>;
}
