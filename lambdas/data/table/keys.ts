/**
 * Joins the parts of a key: `PREFIX#value`. Values are ids or fixed words. Throws for an empty value or one with `#`.
 */
export const key = (prefix: string, ...values: readonly string[]): string => {
  for (const value of values) {
    if (value === '' || value.includes('#')) throw new Error(`Invalid value in a key with the prefix ${prefix}`);
  }
  return [prefix, ...values].join('#');
};
