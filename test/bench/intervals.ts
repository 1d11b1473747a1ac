/** Quantile of the normal distribution for an interval of 95 %. */
const Z = 1.96;

/** A measured share with its 95 % interval after Wilson, which is right for small samples too. */
export interface Share {
  readonly share: number;
  readonly low: number;
  readonly high: number;
  readonly n: number;
}

/** The share of `hits` in `n`. */
export const shareOf = (hits: number, n: number): Share => {
  if (n === 0) return { share: Number.NaN, low: 0, high: 1, n };
  const share = hits / n;
  const center = (share + Z ** 2 / (2 * n)) / (1 + Z ** 2 / n);
  const half = (Z / (1 + Z ** 2 / n)) * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2));
  return { share, low: Math.max(0, center - half), high: Math.min(1, center + half), n };
};
