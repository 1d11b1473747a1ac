import * as z from 'zod/mini';

/** Crockford base 32 without I, L, O, U: the alphabet of ULIDs. */
const ULID = '[0-7][0-9A-HJKMNP-TV-Z]{25}';

const prefixedId = <P extends string>(prefix: P) =>
  z.string().check(z.regex(new RegExp(`^${prefix}_${ULID}$`), `Not an id of the form ${prefix}_…`));

export const ContentId = prefixedId('cnt');
export const CategoryId = prefixedId('cat');
export const CreatorId = prefixedId('crt');
export const PlayId = prefixedId('ply');
export const PlaylistId = prefixedId('pls');
export const JobId = prefixedId('job');

/** A Cognito `sub`. */
export const UserId = z.string().check(z.regex(/^[0-9a-f-]{36}$/, 'Not a user id'));

/** ISO 8601 in UTC with milliseconds; sorts as text. */
export const Timestamp = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/));

const isMoment = (text: string): boolean => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text;

/** A time that somebody gives: a `Timestamp` of a day and an hour that exist. */
export const Moment = Timestamp.check(z.refine(isMoment, 'There is no such time'));

/** Roles say what a person may do. */
export const Role = z.enum(['user', 'moderator', 'admin']);
export type Role = z.infer<typeof Role>;

/** Plans say what a person, or a creator, has bought. */
export const Plan = z.enum(['free', 'premium', 'creator', 'business']);
export type Plan = z.infer<typeof Plan>;

/** Opaque, authenticated position in a list; from `next_cursor` of the page before. */
export const Cursor = z.string().check(z.minLength(1), z.maxLength(1024), z.regex(/^[A-Za-z0-9_-]+$/));

const DEFAULT_PAGE_SIZE = 24;
const MAX_PAGE_SIZE = 100;

/** Items of a page, `size` unless asked otherwise. */
export const pageLimit = (size: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_PAGE_SIZE)), size);

/** What every list takes. */
export const pageQuery = {
  cursor: z.optional(Cursor),
  limit: pageLimit(DEFAULT_PAGE_SIZE),
};

/** A page of a list. `next_cursor` is null on the last page. */
export const pageOf = <S extends z.ZodMiniType>(item: S) =>
  z.object({ items: z.array(item), next_cursor: z.nullable(z.string()) });

/** One line of text: trimmed, without control characters and halves of characters, which the table refuses. */
export const line = (max: number, min = 0) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(min),
      z.maxLength(max),
      z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Control characters are not allowed'),
    );

/** Text of several lines: trimmed, only line breaks and tabs of the control characters. */
export const paragraph = (max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(max),
      z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, 'Control characters are not allowed'),
    );
