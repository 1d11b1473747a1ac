/** The values of one metric in one minute, or in a longer period made of minutes. */
export interface Bucket {
  count: number;
  sum: number;
  min: number;
  max: number;
  /** A sample of the values, for percentiles. */
  readonly values: number[];
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

/** Maximum sampled values of a minute. Percentiles are exact up to this number of values. */
const MAX_VALUES = 100;

export const emptyBucket = (): Bucket => ({
  count: 0,
  sum: 0,
  min: Number.POSITIVE_INFINITY,
  max: Number.NEGATIVE_INFINITY,
  values: [],
  opaque: false,
});

/** Forgets the values of a bucket. */
export const clearBucket = (bucket: Bucket): void => {
  bucket.values.length = 0;
  Object.assign(bucket, { ...emptyBucket(), values: bucket.values });
};

/** Adds a value that occurred `times` times. A full sample keeps each value with the same probability. */
export const addValue = (bucket: Bucket, value: number, times = 1): void => {
  const before = bucket.count;
  bucket.count += times;
  bucket.sum += value * times;
  if (value < bucket.min) bucket.min = value;
  if (value > bucket.max) bucket.max = value;
  const { values } = bucket;
  for (let index = 1; index <= Math.min(times, MAX_VALUES); index += 1) {
    if (values.length < MAX_VALUES) {
      values.push(value);
      continue;
    }
    // A multiplicative hash instead of a random number, so that the same values give the same percentiles.
    const slot = (Math.imul(before + index, 0x9e3779b1) >>> 0) % Math.max(1, Math.floor(before + index));
    if (slot < MAX_VALUES) values[slot] = value;
  }
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
      .flatMap(({ values, count }) => values.map((value) => ({ value, weight: count / values.length })))
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
