/** The quantile of the normal distribution for an interval of 95 %. */
const Z = 1.959964;

/** A share with its interval, each 0 to 1. */
export interface Share {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/**
 * A share of `n` with its Wilson interval of 95 % (E. B. Wilson, 1927). Unlike the usual interval, it is right for
 * small numbers and for shares near 0 and 1. `n` is at least 1.
 */
export const wilson = (hits: number, n: number): Share => {
  const value = hits / n;
  const square = Z * Z;
  const middle = value + square / (2 * n);
  const half = Z * Math.sqrt((value * (1 - value) + square / (4 * n)) / n);
  const scale = 1 + square / n;
  return { value, low: Math.max(0, (middle - half) / scale), high: Math.min(1, (middle + half) / scale) };
};
