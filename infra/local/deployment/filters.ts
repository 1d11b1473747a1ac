/** A shell pattern of `aws s3 sync`: `*` any run (slashes too), `?` one character, `[…]` a set. */
const toPattern = (pattern: string): RegExp => {
  const source = pattern.replace(/\[!?[^\]]+\]|[\\^$.|+(){}[\]*?]/g, (part) => {
    if (part === '*') return '.*';
    if (part === '?') return '.';
    return part.length > 1 ? part.replace('[!', '[^') : `\\${part}`;
  });
  return new RegExp(`^${source}$`, 's');
};

/** Makes the filter of a sync: everything is in; then exclusions, then inclusions, the last one that fits decides. */
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
