/** The smallest text that is greater than every text with the prefix; undefined when there is none. */
export const afterPrefix = (prefix: string): string | undefined => {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === 0x10ffff) points.pop();
  const last = points.pop();
  if (last === undefined) return undefined;
  // The code points of surrogates have no UTF-8 form.
  return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
};

/** Greater than any key: the last code point, repeated to more than a key's 1,024 bytes. */
const BEYOND_ALL_KEYS = '\u{10ffff}'.repeat(257);

/** The exclusive upper bound of the keys with a prefix. */
export const prefixEnd = (prefix: string): string => afterPrefix(prefix) ?? BEYOND_ALL_KEYS;
