/** A shell pattern of `aws s3 sync`: `*` any characters (slashes included), `?` one character, `[…]` a set. */
const toPattern = (pattern: string): RegExp => {
  const source = pattern.replace(/\[!?[^\]]+\]|[\\^$.|+(){}[\]*?]/g, (part) => {
    if (part === '*') return '.*';
    if (part === '?') return '.';
    return part.length > 1 ? part.replace('[!', '[^') : `\\${part}`;
  });
  return new RegExp(`^${source}$`, 's');
};

/**
 * Creates the filter of a sync. Everything is included by default; the last matching rule decides, exclusions before
 * inclusions.
 */
export const createSyncFilter = (
  exclude: readonly string[],
  include: readonly string[],
): ((path: string) => boolean) => {
  const rules = [
    ...exclude.map((text) => ({ in: false, pattern: toPattern(text) })),
    ...include.map((text) => ({ in: true, pattern: toPattern(text) })),
  ];
  return (path) => rules.findLast(({ pattern }) => pattern.test(path))?.in ?? true;
};
