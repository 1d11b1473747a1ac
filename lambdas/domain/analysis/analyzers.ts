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
