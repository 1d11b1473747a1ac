import { z } from 'zod';
import { badRequest, type StripeApiError } from './errors.ts';

/** Parameters as forms contain them: every value is a text. */
export const text = z.string().min(1).max(5000);
/** An empty text removes the value. */
export const clearable = z.string().max(5000);
export const integer = z
  .string()
  .regex(/^-?\d{1,12}$/, 'Invalid integer')
  .transform(Number);
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
export const time = integer;
/** A list may be sent as an object with the names 0, 1, …, which the form decoder turns into a list. */
export const metadata = z.record(z.string().max(40), z.string().max(500)).or(z.literal('').transform(() => ({})));
export const address = z
  .strictObject({
    city: clearable.optional(),
    country: clearable.optional(),
    line1: clearable.optional(),
    line2: clearable.optional(),
    postal_code: clearable.optional(),
    state: clearable.optional(),
  })
  .transform((given) => ({
    city: null,
    country: null,
    line1: null,
    line2: null,
    postal_code: null,
    state: null,
    ...given,
  }));
export const expand = z.array(text).optional();
export const url = z.url({ protocol: /^https?$/ });
/** A creation time or a range of it. */
export const timeFilter = integer
  .transform((at) => ({ gte: at, lte: at }))
  .or(z.strictObject({ gt: time.optional(), gte: time.optional(), lt: time.optional(), lte: time.optional() }));
export const paging = {
  limit: integer.refine((value) => value >= 1 && value <= 100, 'must be from 1 to 100').optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
  expand,
};

const nameOf = (path: readonly PropertyKey[]): string =>
  path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('');

/** The most specific issue: unions hide those of their members. */
const deepest = (issue: z.core.$ZodIssue): z.core.$ZodIssue => {
  if (issue.code !== 'invalid_union') return issue;
  const inner = issue.errors.flat().map(deepest);
  const found = inner.find(({ code }) => code === 'unrecognized_keys') ?? inner[0];
  return found ? { ...found, path: [...issue.path, ...found.path] } : issue;
};

/** The API's error for invalid parameters. */
const failureOf = (error: z.ZodError, given: unknown): StripeApiError => {
  const issues = error.issues.map(deepest);
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
  if (!issue) return badRequest('Invalid request');
  if (issue.code === 'unrecognized_keys') {
    const name = nameOf([...issue.path, issue.keys[0] ?? '']);
    return badRequest(`Received unknown parameter: ${name}`, name, 'parameter_unknown');
  }
  const name = nameOf(issue.path);
  const value = issue.path.reduce<unknown>(
    (at, part) => (at as Record<PropertyKey, unknown> | undefined)?.[part],
    given,
  );
  if (value === undefined) return badRequest(`Missing required param: ${name}.`, name, 'parameter_missing');
  if (issue.message === 'Invalid integer')
    return badRequest(`Invalid integer: ${String(value)}`, name, 'parameter_invalid_integer');
  if (value === '') return badRequest(`You passed an empty string for '${name}'.`, name, 'parameter_invalid_empty');
  return badRequest(`Invalid ${name}: ${issue.message}`, name);
};

/** Reads parameters. @throws StripeApiError that names the first unknown, missing or invalid one */
export const parseParams = <Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> => {
  const result = schema.safeParse(given);
  if (!result.success) throw failureOf(result.error, given);
  return result.data;
};

/** Adds metadata; an empty text removes a key. */
export const mergeMetadata = (
  current: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string>> | undefined,
): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...current, ...given }).filter(([, value]) => value !== ''));
