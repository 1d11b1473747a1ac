/** Joins key parts in the house form `UPPER#value`. Values are validated ids or fixed words; `#` in one is refused. */
export const key = (prefix: string, ...values: readonly string[]): string => {
  for (const value of values) {
    if (value === '' || value.includes('#')) throw new Error(`Not a key value: ${prefix}`);
  }
  return [prefix, ...values].join('#');
};
