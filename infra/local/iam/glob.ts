/** `*` stands for any text, `?` for one character. */
export const globPattern = (glob: string, flags = ''): RegExp =>
  new RegExp(
    `^${glob
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    `s${flags}`,
  );

const ARN_PARTS = 6;

/** The six parts of an ARN; colons in the last one belong to it. */
const arnParts = (arn: string): readonly string[] => {
  const parts = arn.split(':');
  return [...parts.slice(0, ARN_PARTS - 1), parts.slice(ARN_PARTS - 1).join(':')];
};

/**
 * Matches ARNs part by part, as IAM does: a `*` does not reach over a colon of the first five. A lone `*` matches all.
 */
export const arnMatcher = (glob: string): ((arn: string) => boolean) => {
  if (glob === '*') return () => true;
  const patterns = arnParts(glob).map((part) => globPattern(part));
  return (arn) => {
    const parts = arnParts(arn);
    return parts.length === patterns.length && patterns.every((pattern, index) => pattern.test(parts[index] ?? ''));
  };
};
