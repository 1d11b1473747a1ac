/** Maximum length of a search query in characters (specification, section 9). */
export const MAX_SEARCH_LENGTH = 100;

/** Maximum number of sentences of a title in a page of a search in speech. */
export const SENTENCES_SHOWN = 3;

/** Maximum number of sentences of a title that a search in speech counts. */
export const SENTENCES_COUNTED = 50;

/**
 * Sanitizes a search query (specification, section 5): removes `< > ' " & { } [ ]`, control characters and unpaired
 * surrogates, cuts it to 100 characters and trims it. Idempotent.
 */
export const cleanSearch = (text: string): string =>
  text
    .replaceAll(/[<>'"&{}[\]\p{Cc}\p{Cs}]/gu, '')
    .slice(0, MAX_SEARCH_LENGTH)
    .toWellFormed()
    .replaceAll('\ufffd', '')
    .trim();
