import { foldText } from './fold.ts';

const AND = 'and';

/** "r and b": single letters or pairs, which names join without spaces ("R&B", "AT&T"). */
const JOINED = /(?<![\p{L}\p{N}])([\p{L}\p{N}]{1,2}) and (?=[\p{L}\p{N}]{1,2}(?![\p{L}\p{N}]))/gu;

/** Without the word "and", unless there is no other word. */
const withoutAnd = (folded: string): string => {
  const words = folded.split(' ').filter((word) => word !== AND);
  return words.length === 0 ? folded : words.join(' ');
};

/**
 * The folded texts that a query can mean, the one closest to the query first; none for a query that folds to nothing.
 * Folded titles have no "&", so "rock and roll" also looks for "rock roll", "r and b" for "rb", and "rock & roll" for
 * "rock and roll". The index stores only one form of a title, so this rule can change without a new index.
 */
export const spellingsOf = (text: string): readonly string[] => {
  const folded = foldText(text);
  if (folded === '') return [];
  const written = foldText(text.normalize('NFKC').replaceAll('&', ` ${AND} `));
  const texts = [folded, written, written.replaceAll(JOINED, '$1')];
  return [...new Set([...texts, ...texts.map(withoutAnd)])];
};
