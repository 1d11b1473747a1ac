/**
 * Logarithmic buckets of durations (DDSketch, Masson et al. 2019): a quantile is at most 5 % off, and the sum of two
 * histograms is that of all values. Bucket `i` has the values over GAMMA^(i-1) and up to GAMMA^i, in milliseconds.
 */
const ACCURACY = 0.05;
const GAMMA = (1 + ACCURACY) / (1 - ACCURACY);
/** Durations that are distinguished, in milliseconds: shorter and longer ones count as these. */
const SHORTEST_MS = 10;
const LONGEST_MS = 120_000;

/** Counts by bucket. */
export type Histogram = Readonly<Record<string, number>>;

/** The bucket of a duration in milliseconds. */
export const bucketOf = (milliseconds: number): string =>
  String(Math.ceil(Math.log(Math.min(LONGEST_MS, Math.max(SHORTEST_MS, milliseconds))) / Math.log(GAMMA)));

/** The value of a bucket that is at most 5 % off from all of its values. */
const valueOf = (bucket: string): number => (2 * GAMMA ** Number(bucket)) / (GAMMA + 1);

/** The quantile (0 to 1) of a histogram in milliseconds; null for one without values. */
export const quantileOf = (histogram: Histogram, share: number): number | null => {
  const buckets = Object.entries(histogram).sort(([a], [b]) => Number(a) - Number(b));
  const total = buckets.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return null;
  const rank = Math.max(1, Math.ceil(share * total));
  let seen = 0;
  for (const [bucket, count] of buckets) {
    seen += count;
    if (seen >= rank) return Math.round(valueOf(bucket));
  }
  return null;
};

/** The mean of a histogram in milliseconds, at most as far off as each of its values; null for one without values. */
export const meanOf = (histogram: Histogram): number | null => {
  const buckets = Object.entries(histogram);
  const total = buckets.reduce((sum, [, count]) => sum + count, 0);
  return total === 0
    ? null
    : Math.round(buckets.reduce((sum, [bucket, count]) => sum + valueOf(bucket) * count, 0) / total);
};

/** The sum of two histograms. */
export const mergeHistograms = (one: Histogram, other: Histogram): Histogram => {
  const merged: Record<string, number> = { ...one };
  for (const [bucket, count] of Object.entries(other)) merged[bucket] = (merged[bucket] ?? 0) + count;
  return merged;
};
