import { foldText, wordsOf } from '../fold.ts';

/** Maximum number of words of a query, and their maximum length. The index cuts longer words too. */
const MAX_WORDS = 12;
const MAX_WORD = 64;

/** Minimum length of a word that also matches longer ones. The last word is often still being typed. */
const LEAST_BEGINNING = 4;
const LEAST_LAST_BEGINNING = 2;

/** Scripts that do not separate words, so that words cannot be looked up. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** A word of a query. */
export interface QueryWord {
  readonly text: string;
  /** Whether words that start with it match, too. */
  readonly isBeginning: boolean;
}

/** One reading of a query. */
export interface SpokenQuery {
  /** Folded. */
  readonly text: string;
  readonly words: readonly QueryWord[];
  /** Whether the text must be found anywhere in a sentence, because its script does not separate words. */
  readonly anywhere: boolean;
}

/** The readings of a query: as written, and with "and" for "&"; none for a query that folds to nothing. */
export const readingsOf = (query: string): readonly SpokenQuery[] =>
  [...new Set([foldText(query), foldText(query.normalize('NFKC').replaceAll('&', ' and '))])]
    .map((text): SpokenQuery => {
      const words = [...new Set(wordsOf(text))].slice(0, MAX_WORDS);
      return {
        text,
        anywhere: UNSPACED.test(text),
        words: words.map((word, index) => ({
          text: word.slice(0, MAX_WORD),
          isBeginning: word.length >= (index === words.length - 1 ? LEAST_LAST_BEGINNING : LEAST_BEGINNING),
        })),
      };
    })
    .filter(({ words }) => words.length > 0);
