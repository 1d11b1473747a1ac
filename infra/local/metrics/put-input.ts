import { z } from 'zod';
import { AwsError } from '../aws/service.ts';
import { dimensionInput, dimensionsOf } from './query.ts';
import { FUTURE_MS, type Datum, type MetricId } from './store.ts';

const UNITS = [
  'Seconds',
  'Microseconds',
  'Milliseconds',
  'Percent',
  'Count',
  'Count/Second',
  'None',
  ...['Bytes', 'Kilobytes', 'Megabytes', 'Gigabytes', 'Terabytes'].flatMap((unit) => [unit, `${unit}/Second`]),
  ...['Bits', 'Kilobits', 'Megabits', 'Gigabits', 'Terabits'].flatMap((unit) => [unit, `${unit}/Second`]),
] as const;

/** Largest absolute value of a metric. */
const LARGEST = 2 ** 360;
const MAX_DATA = 1000;
const MAX_DIMENSIONS = 30;
const MAX_VALUES = 150;
const DAY_MS = 24 * 60 * 60 * 1000;
const OLDEST_MS = 14 * DAY_MS;

const value = z.number().min(-LARGEST).max(LARGEST);

const datumInput = z.object({
  MetricName: z.string().min(1).max(255),
  Dimensions: z.array(dimensionInput).max(MAX_DIMENSIONS).nullish(),
  /** Seconds since 1970. */
  Timestamp: z.number().nullish(),
  Value: value.nullish(),
  Values: z.array(value).min(1).max(MAX_VALUES).nullish(),
  Counts: z.array(z.number().positive()).max(MAX_VALUES).nullish(),
  StatisticValues: z
    .object({ SampleCount: z.number().positive(), Sum: value, Minimum: value, Maximum: value })
    .nullish(),
  Unit: z.enum(UNITS as unknown as [string]).nullish(),
  StorageResolution: z.union([z.literal(1), z.literal(60)]).nullish(),
});

/** The input of PutMetricData. */
export const putMetricDataInput = z.object({
  Namespace: z
    .string()
    .min(1)
    .max(255)
    .regex(/^[^:]/)
    .refine((name) => !name.startsWith('AWS/'), 'must not begin with AWS/'),
  MetricData: z.array(datumInput).max(MAX_DATA),
});

type DatumInput = z.infer<typeof datumInput>;

const timeOf = (input: DatumInput, name: string, now: number): number => {
  if (input.Timestamp === null || input.Timestamp === undefined) return now;
  const at = input.Timestamp * 1000;
  const problem =
    at < now - OLDEST_MS
      ? 'a time within the past two weeks'
      : at > now + FUTURE_MS
        ? 'a time no more than two hours in the future'
        : undefined;
  if (problem)
    throw new AwsError('InvalidParameterValueException', `The parameter ${name}.Timestamp must be ${problem}.`);
  return at;
};

const valuesOf = (input: DatumInput, name: string): Datum['values'] => {
  if (typeof input.Value === 'number') return [[input.Value, 1]];
  const values = input.Values ?? [];
  const counts = input.Counts ?? values.map(() => 1);
  if (counts.length !== values.length)
    throw new AwsError(
      'InvalidParameterCombinationException',
      `The parameters ${name}.Values and ${name}.Counts must be of the same size.`,
    );
  return values.map((one, index) => [one, counts[index] ?? 1] as const);
};

/** Reads one entry of PutMetricData. @throws AwsError as CloudWatch does */
export const readDatum = (
  namespace: string,
  input: DatumInput,
  index: number,
  now: number,
): { readonly id: MetricId; readonly datum: Datum } => {
  const name = `MetricData.member.${index + 1}`;
  const given = (['Value', 'Values', 'StatisticValues'] as const).filter(
    (key) => (input[key] ?? undefined) !== undefined,
  );
  if (given.length === 0)
    throw new AwsError(
      'MissingRequiredParameterException',
      `At least one of the parameters ${name}.Value, ${name}.Values and ${name}.StatisticValues must be specified.`,
    );
  if (given.length > 1)
    throw new AwsError(
      'InvalidParameterCombinationException',
      `The parameters ${given.map((key) => `${name}.${key}`).join(' and ')} are mutually exclusive.`,
    );
  const set = input.StatisticValues;
  if (set && set.Minimum > set.Maximum)
    throw new AwsError(
      'InvalidParameterValueException',
      `The parameter ${name}.StatisticValues.Maximum must be greater than or equal to Minimum.`,
    );
  return {
    id: { namespace, name: input.MetricName, dimensions: dimensionsOf(input.Dimensions) },
    datum: {
      unit: input.Unit ?? 'None',
      at: timeOf(input, name, now),
      values: set ? [] : valuesOf(input, name),
      ...(set ? { statistics: { count: set.SampleCount, sum: set.Sum, min: set.Minimum, max: set.Maximum } } : {}),
    },
  };
};
