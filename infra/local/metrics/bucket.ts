/** The values of one metric in one minute, or in a longer period made of minutes. */
export interface Bucket {
  count: number;
  sum: number;
  min: number;
  max: number;
  /** A sample of the values with how often each occurred, for percentiles. */
  samples: (readonly [value: number, times: number])[];
  /** Additions so far, of which `samples` is a sample. */
  additions: number;
  /** Some values are known only as a statistic set, so there are no percentiles. */
  opaque: boolean;
}

/** Values that arrived together, of which only statistics are known. */
export interface StatisticSet {
  readonly count: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
}

/** Maximum sampled additions of a minute. Percentiles are exact up to this number. */
const MAX_SAMPLES = 100;

export const emptyBucket = (): Bucket => ({
  count: 0,
  sum: 0,
  min: Number.POSITIVE_INFINITY,
  max: Number.NEGATIVE_INFINITY,
  samples: [],
  additions: 0,
  opaque: false,
});

/** Forgets the values of a bucket. */
export const clearBucket = (bucket: Bucket): void => {
  Object.assign(bucket, emptyBucket());
};

/** A number of at least 0 and below 1, computed from its input so that percentiles can be reproduced. */
const hashOf = (count: number): number => {
  // An integer hash that mixes all bits, because plain multiples of a constant favor some slots.
  let mixed = Math.imul(count ^ (count >>> 16), 0x45d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
};

/** Adds a value that occurred `times` times. A full sample keeps each addition with the same probability. */
export const addValue = (bucket: Bucket, value: number, times = 1): void => {
  bucket.count += times;
  bucket.sum += value * times;
  if (value < bucket.min) bucket.min = value;
  if (value > bucket.max) bucket.max = value;
  bucket.additions += 1;
  const { samples, additions } = bucket;
  if (samples.length < MAX_SAMPLES) {
    samples.push([value, times]);
    return;
  }
  const slot = Math.floor(hashOf(additions) * additions);
  if (slot < MAX_SAMPLES) samples[slot] = [value, times];
};

/** Adds a statistic set. Percentiles need sets with a single value, as in CloudWatch. */
export const addStatistics = (bucket: Bucket, { count, sum, min, max }: StatisticSet): void => {
  if (min === max) {
    addValue(bucket, min, count);
    return;
  }
  bucket.count += count;
  bucket.sum += sum;
  bucket.min = Math.min(bucket.min, min);
  bucket.max = Math.max(bucket.max, max);
  bucket.opaque = true;
};

type Compute = (buckets: readonly Readonly<Bucket>[]) => number | undefined;

/** How the values of a period become one number; undefined without such a number. */
export interface Statistic {
  /** As requests name it: `Sum`, `p99`. */
  readonly name: string;
  readonly of: Compute;
}

const total = (buckets: readonly Readonly<Bucket>[], field: 'count' | 'sum'): number =>
  buckets.reduce((sum, bucket) => sum + bucket[field], 0);

const simple: Readonly<Record<string, Compute>> = {
  SampleCount: (buckets) => total(buckets, 'count'),
  Sum: (buckets) => total(buckets, 'sum'),
  Average: (buckets) => total(buckets, 'sum') / total(buckets, 'count'),
  Minimum: (buckets) => Math.min(...buckets.map(({ min }) => min)),
  Maximum: (buckets) => Math.max(...buckets.map(({ max }) => max)),
};

/** The smallest value that at least this percentage of the values does not exceed. */
const percentile =
  (percent: number): Compute =>
  (buckets) => {
    if (buckets.some(({ opaque }) => opaque)) return undefined;
    const samples = buckets
      .flatMap(({ samples: sampled, count }) => {
        const seen = sampled.reduce((sum, [, times]) => sum + times, 0);
        return sampled.map(([value, times]) => ({ value, weight: (times * count) / seen }));
      })
      .sort((a, b) => a.value - b.value);
    // Weights are fractions, so their sum can miss the target by a rounding error.
    const target = (percent / 100) * total(buckets, 'count') - 1e-9;
    let seen = 0;
    return (samples.find(({ weight }) => (seen += weight) >= target) ?? samples.at(-1))?.value;
  };

/** Finds a statistic by the name in a request; undefined for one that the local cloud does not compute. */
export const statisticOf = (name: string): Statistic | undefined => {
  const percent = /^p(\d{1,2}(?:\.\d{1,10})?|100)$/.exec(name)?.[1];
  const compute = percent === undefined ? (Object.hasOwn(simple, name) ? simple[name] : undefined) : undefined;
  const of = percent === undefined ? compute : percentile(Number(percent));
  return of && { name, of: (buckets) => (buckets.length === 0 ? undefined : of(buckets)) };
};
