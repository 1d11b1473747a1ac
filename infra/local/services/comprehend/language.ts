import { detectAll } from 'tinyld';

/** A language in the shape of the API. */
export interface DominantLanguage {
  /** RFC 5646. */
  readonly LanguageCode: string;
  /** From 0 to 1. */
  readonly Score: number;
}

/** The languages of a text, likeliest first. Empty for a text without words that tinyld knows, e.g. only numbers. */
export const detectLanguages = (text: string): readonly DominantLanguage[] =>
  detectAll(text).map(({ lang, accuracy }) => ({ LanguageCode: lang, Score: accuracy }));
