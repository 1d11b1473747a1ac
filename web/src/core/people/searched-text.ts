import { MAX_SEARCH_LENGTH } from '../../../../lambdas/contract/listening/search-text.ts';

/**
 * The part of a typed, pasted, or linked text that the search for users accepts. Long texts are cut, because a search
 * by the beginning of a name finds the user as well.
 */
export const searchedText = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim()
    .slice(0, MAX_SEARCH_LENGTH)
    .toWellFormed()
    .replaceAll('\ufffd', '')
    .trim();
