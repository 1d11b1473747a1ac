/**
 * Characters that a search ignores: the screen takes them out of what is typed, so titles are compared without them
 * (specification, section 5).
 */
const IGNORED = /[<>'"&{}[\]‘’“”]/g;

/** Letters that Unicode does not take apart, as people type them on another keyboard. */
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

/**
 * Text as the index compares it: without case, accents, quotes and brackets, and with single spaces. Whatever contains
 * another text before folding contains it afterwards too. Never holds control characters.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(SPECIAL, (letter) => PLAIN[letter] ?? letter)
    .replaceAll(IGNORED, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** Words of a folded text: runs of letters and digits. */
export const wordsOf = (folded: string): readonly string[] => folded.match(/[\p{L}\p{N}]+/gu) ?? [];
