import * as z from 'zod/mini';

/** Crockford base 32, the alphabet of ULIDs: no I, L, O or U. */
const ULID = '[0-7][0-9A-HJKMNP-TV-Z]{25}';

const prefixedId = <P extends string>(prefix: P) =>
  z.string().check(z.regex(new RegExp(`^${prefix}_${ULID}$`), `Must be an id of the form ${prefix}_…`));

export const ContentId = prefixedId('cnt');
export const CategoryId = prefixedId('cat');
export const CreatorId = prefixedId('crt');
export const PlayId = prefixedId('ply');
export const PlaylistId = prefixedId('pls');
export const JobId = prefixedId('job');

/** A Cognito `sub`. */
export const UserId = z.string().check(z.regex(/^[0-9a-f-]{36}$/, 'Must be a user id'));

/** ISO 8601 in UTC with milliseconds; sorts as text. */
export const Timestamp = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/));

const isDateTime = (text: string): boolean => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text;

/** A time that a caller sends: a `Timestamp` whose date and time exist. */
export const DateTime = Timestamp.check(z.refine(isDateTime, 'Must be a valid date and time'));

/** A role decides what a user may do. */
export const Role = z.enum(['user', 'moderator', 'admin']);
export type Role = z.infer<typeof Role>;

/** The plan that a user or a creator has bought. */
export const Plan = z.enum(['free', 'premium', 'creator', 'business']);
export type Plan = z.infer<typeof Plan>;

/** Opaque, signed position in a list: the `next_cursor` of the previous page. */
export const Cursor = z.string().check(z.minLength(1), z.maxLength(1024), z.regex(/^[A-Za-z0-9_-]+$/));

const DEFAULT_PAGE_SIZE = 24;
const MAX_PAGE_SIZE = 100;

/** Number of items in a page; `size` is the default. */
export const pageLimit = (size: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_PAGE_SIZE)), size);

/** Query parameters of every list. */
export const pageQuery = {
  cursor: z.optional(Cursor),
  limit: pageLimit(DEFAULT_PAGE_SIZE),
};

/** One page of a list. `next_cursor` is null on the last page. */
export const pageOf = <S extends z.ZodMiniType>(item: S) =>
  z.object({ items: z.array(item), next_cursor: z.nullable(z.string()) });

/** One line of text: trimmed, without control characters and unpaired surrogates, which DynamoDB rejects. */
export const line = (max: number, min = 0) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(min),
      z.maxLength(max),
      z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Control characters are not allowed'),
    );

/** Text of several lines: trimmed; line breaks and tabs are the only control characters allowed. */
export const paragraph = (max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(max),
      z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, 'Control characters are not allowed'),
    );
