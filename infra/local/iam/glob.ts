/** A glob as a regular expression: `*` matches any text, `?` one character. */
export const globPattern = (glob: string, flags = ''): RegExp =>
  new RegExp(
    `^${glob
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    `s${flags}`,
  );

const ARN_PARTS = 6;

/** The six parts of an ARN. The last one may contain colons. */
const arnParts = (arn: string): readonly string[] => {
  const parts = arn.split(':');
  return [...parts.slice(0, ARN_PARTS - 1), parts.slice(ARN_PARTS - 1).join(':')];
};

/**
 * Matches ARNs part by part, as IAM does: in the first five parts, `*` does not match a colon. `*` alone matches every
 * ARN.
 */
export const arnMatcher = (glob: string): ((arn: string) => boolean) => {
  if (glob === '*') return () => true;
  const patterns = arnParts(glob).map((part) => globPattern(part));
  return (arn) => {
    const parts = arnParts(arn);
    return parts.length === patterns.length && patterns.every((pattern, index) => pattern.test(parts[index] ?? ''));
  };
};
