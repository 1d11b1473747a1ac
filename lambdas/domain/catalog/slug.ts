/** Maximum length of a slug in characters: fits a URL and a key. */
const MAX_SLUG = 80;

const wordsSlug = (name: string): string =>
  [
    ...name
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-'),
  ]
    .slice(0, MAX_SLUG)
    .join('')
    .replaceAll(/^-+|-+$/g, '');

/** The Unicode code points of a name, such as `u1f3b7` for a saxophone. */
const codePointsSlug = (name: string): string =>
  [...name.normalize('NFKD')]
    .map((character) => `u${character.codePointAt(0)?.toString(16)}`)
    .join('-')
    .slice(0, MAX_SLUG)
    .replace(/-$/, '');

/**
 * Converts a name to a slug: lowercase, without accents, words joined by `-`. Letters of every script are kept. Names
 * with the same slug count as the same name. A name without letters and digits is identified by its code points.
 */
export const slugOf = (name: string): string => wordsSlug(name) || codePointsSlug(name);
