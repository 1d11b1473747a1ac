/**
 * Characters that a search ignores. The search screen removes them from the query, so titles are compared without them
 * (specification, section 5).
 */
const IGNORED = /[<>'"&{}[\]‘’“”]/g;

/** Replacements for letters that Unicode does not decompose, as users type them on other keyboards. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 's',
  σ: 's',
};
const SPECIAL = /[ßæœøłđðþıςσ]/g;

/** Folds a part of a text: as `foldText`, with the spaces at its ends. */
export const foldPart = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(SPECIAL, (letter) => PLAIN[letter] ?? letter)
    .replaceAll(IGNORED, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ');

/**
 * Normalizes text for comparison: without case, accents, quotes, brackets and control characters, and with single
 * spaces. If one text contains another, its folded form contains the other's folded form.
 */
export const foldText = (text: string): string => foldPart(text).trim();

/** The words of a folded text: runs of letters and digits. */
export const wordsOf = (folded: string): readonly string[] => folded.match(/[\p{L}\p{N}]+/gu) ?? [];
