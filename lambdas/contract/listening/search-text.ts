/** Characters of a search at most (specification, section 9). */
export const MAX_SEARCH_LENGTH = 100;

/**
 * What is searched for of a text that was typed: without `< > ' " & { } [ ]` and what no text has, 100 characters at
 * most, trimmed (specification, section 5). Cleaning it again changes nothing.
 */
export const cleanSearch = (text: string): string =>
  text
    .replaceAll(/[<>'"&{}[\]\p{Cc}\p{Cs}]/gu, '')
    .slice(0, MAX_SEARCH_LENGTH)
    .toWellFormed()
    .replaceAll('\ufffd', '')
    .trim();
