import * as z from 'zod/mini';

/** Names of the counters: users, and content items by type. */
export const countNames = ['users', 'music', 'video'] as const;
export type CountName = (typeof countNames)[number];

/** How one thing counts: once in the total, and once in the month of its creation. */
export const Counted = z.object({ name: z.enum(countNames), month: z.string().check(z.regex(/^\d{4}-\d\d$/)) });
export type Counted = z.infer<typeof Counted>;

/** A thing whose count may have changed. */
export interface CountedThing {
  readonly thing: 'content' | 'user';
  readonly id: string;
}

type Image = Readonly<Record<string, unknown>> | undefined;

/** Month of a time in UTC, such as `2026-11`. */
export const monthOf = (at: string): string => at.slice(0, 7);

const shifted = (month: string, by: number): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
};

/** The previous month. */
export const monthBefore = (month: string): string => shifted(month, -1);

/** The next month. */
export const monthAfter = (month: string): string => shifted(month, 1);

/** How a content item counts: by its type, in every state, until it is deleted. */
export const countedContent = (
  content:
    | {
        readonly content_type: 'music' | 'video';
        readonly created_at: string;
        readonly deleted_at?: string | undefined;
      }
    | undefined,
): Counted | undefined =>
  content && content.deleted_at === undefined
    ? { name: content.content_type, month: monthOf(content.created_at) }
    : undefined;

/** How a user counts. */
export const countedUser = (profile: { readonly created_at: string } | undefined): Counted | undefined =>
  profile && { name: 'users', month: monthOf(profile.created_at) };

/** The thing whose count changes with a stored item. Undefined when the change affects no count. */
export const countedChange = (before: Image, after: Image): CountedThing | undefined => {
  const item = after ?? before;
  const id = item?.['id'];
  if (typeof id !== 'string') return undefined;
  if (item?.['type'] === 'PROFILE') return before && after ? undefined : { thing: 'user', id };
  if (item?.['type'] !== 'CONTENT') return undefined;
  const state = (image: Image) => (image && image['deleted_at'] === undefined ? image['content_type'] : undefined);
  return state(before) === state(after) ? undefined : { thing: 'content', id };
};

/** Counts by name. */
export type Counts = Readonly<Record<CountName, number>>;

/**
 * By how much the counters change when a thing that was counted as `from` now counts as `to`. A deletion lowers only
 * the total, not the count of the month in which the thing was created.
 */
export const countDeltas = (
  from: Counted | undefined,
  to: Counted | undefined,
): {
  readonly total: Partial<Record<CountName, number>>;
  readonly months: Readonly<Record<string, Partial<Record<CountName, number>>>>;
} => {
  const total: Partial<Record<CountName, number>> = {};
  const months: Record<string, Partial<Record<CountName, number>>> = {};
  const add = (counted: Counted, by: number, inMonth: boolean) => {
    total[counted.name] = (total[counted.name] ?? 0) + by;
    if (!inMonth) return;
    const month = (months[counted.month] ??= {});
    month[counted.name] = (month[counted.name] ?? 0) + by;
  };
  if (from) add(from, -1, to !== undefined);
  if (to) add(to, 1, true);
  return { total, months };
};

/** The dashboard's counts: users, each content type, and all content. */
export const statsOf = (total: Counts, current: Counts | undefined, previous: Counts | undefined) => {
  const count = (of: (counts: Counts) => number) => ({
    total: of(total),
    this_month: current ? of(current) : 0,
    last_month: previous ? of(previous) || null : null,
  });
  return {
    users: count(({ users }) => users),
    music: count(({ music }) => music),
    video: count(({ video }) => video),
    content: count(({ music, video }) => music + video),
  };
};
