import * as z from 'zod/mini';
import { CONTROLS, SPACES, wellFormed } from './portable-text.ts';

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
export const RequestId = prefixedId('req');

/** A Cognito `sub`. */
export const UserId = z.string().check(z.regex(/^[0-9a-f-]{36}$/, 'Must be a user id'));

/** ISO 8601 in UTC with milliseconds, a date and time that exist; sorts as text. */
export const Timestamp = z.iso.datetime({ precision: 3, error: 'Must be a valid date and time' });

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
export const pageLimit = (size: number, max = MAX_PAGE_SIZE) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(max)), size);

/** Query parameters of every list. */
export const pageQuery = {
  cursor: z.optional(Cursor),
  limit: pageLimit(DEFAULT_PAGE_SIZE),
};

/** One page of a list. `next_cursor` is null on the last page. */
export const pageOf = <S extends z.ZodMiniType>(item: S) =>
  z.object({ items: z.array(item), next_cursor: z.nullable(z.string()) });

const ANY_LINE = new RegExp(`^[^${CONTROLS}]*$`);
/** The same with a character other than a space, as the text is trimmed. */
const FILLED_LINE = new RegExp(`^[${SPACES}]*[^${CONTROLS}${SPACES}][^${CONTROLS}]*$`);

/** One line of text: trimmed, without control characters. */
export const line = (max: number, min = 0) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(min, { abort: true }),
      z.maxLength(max, { abort: true }),
      z.regex(min === 0 ? ANY_LINE : FILLED_LINE, 'Control characters are not allowed'),
      wellFormed,
    );

const PARAGRAPH = new RegExp(`^(?:[^${CONTROLS}]|[\\n\\r\\t])*$`);

/** Text of several lines: trimmed; line breaks and tabs are the only control characters allowed. */
export const paragraph = (max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(max, { abort: true }),
      z.regex(PARAGRAPH, 'Control characters are not allowed'),
      wellFormed,
    );
