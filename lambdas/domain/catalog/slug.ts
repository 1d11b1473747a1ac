/** Maximum length of a slug in characters: fits a URL and a key. */
const MAX_SLUG = 80;

/**
 * Converts a name to a slug: lowercase, without accents, words joined by `-`. Letters of every script are kept. Names
 * with the same slug count as the same name. Empty when the name has no letter or digit.
 */
export const slugOf = (name: string): string =>
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
