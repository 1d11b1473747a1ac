/** Characters of the longest slug: fits a URL and a key. */
const MAX_SLUG = 80;

/**
 * A name as part of an address: lower case, accents taken off, words joined by `-`. Letters of every script stay. Two
 * names with the same slug count as the same name. Empty when the name has neither letter nor digit.
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
