import * as z from 'zod/mini';
import { ContentId, CreatorId, Timestamp } from '../../contract/shared.ts';
import { idOf, type SumSubject } from '../../domain/delivery/logs/subjects.ts';
import { NO_DELIVERY, type DeliverySums } from '../../domain/delivery/sums.ts';
import { defineEntity, NOT_A_PERSONS, NOT_PERSONAL } from '../table/entity.ts';
import { key } from '../table/keys.ts';

const counts = z.record(z.string(), z.number());
const sums = {
  requests: z.number(),
  bytes: z.number(),
  ok: z.number(),
  redirected: z.number(),
  client_errors: z.number(),
  server_errors: z.number(),
  hits: z.number(),
  refreshed: z.number(),
  misses: z.number(),
  aborted: z.number(),
  first_byte: counts,
  bytes_by_country: counts,
  audio_segments: z.number(),
};

/**
 * What the names of attributes with single counts begin with, by the sum that they are part of: `ms_12`, `in_DE`.
 * DynamoDB adds to top-level attributes only, and the names are short because every item has dozens of them.
 */
const COUNT_PREFIXES = { first_byte: 'ms_', bytes_by_country: 'in_' } as const;
const countNames = Object.keys(COUNT_PREFIXES) as (keyof typeof COUNT_PREFIXES)[];

/** Countries that one update adds to: with all of them, its expression would exceed DynamoDB's 4 KB. */
const MAX_COUNTRIES = 200;
/** The code of no country (ISO 3166-1, user-assigned), for those that an update has no room for. */
const OTHER_COUNTRIES = 'ZZ';

/** Counts by country, of which the smallest are together when there are too many. */
const countriesWithin = (counts: DeliverySums['bytes_by_country']): readonly (readonly [string, number])[] => {
  const sorted = Object.entries(counts).sort(([, a], [, b]) => b - a);
  if (sorted.length <= MAX_COUNTRIES) return sorted;
  const rest = new Set(sorted.slice(MAX_COUNTRIES).map(([country]) => country)).add(OTHER_COUNTRIES);
  const others = sorted.reduce((sum, [country, count]) => (rest.has(country) ? sum + count : sum), 0);
  return [...sorted.filter(([country]) => !rest.has(country)), [OTHER_COUNTRIES, others]];
};

/** Sums as attributes that DynamoDB can add to, without those that are 0. */
export const addableAttributes = (added: DeliverySums): Readonly<Record<string, number>> => {
  const { first_byte: buckets, bytes_by_country: countries, ...numbers } = added;
  const counts = { first_byte: Object.entries(buckets), bytes_by_country: countriesWithin(countries) };
  const single = countNames.flatMap((name) =>
    counts[name].map(([part, count]) => [`${COUNT_PREFIXES[name]}${part}`, count] as const),
  );
  return Object.fromEntries([...Object.entries(numbers), ...single].filter(([, value]) => value !== 0));
};

/** The sums of a stored item, whether they were added as attributes or stored as a whole. */
const gatherSums = (item: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const gathered: Record<string, unknown> = { ...NO_DELIVERY, ...item };
  for (const name of countNames) {
    const prefix = COUNT_PREFIXES[name];
    const added = Object.entries(item).flatMap(([attribute, value]) =>
      attribute.startsWith(prefix) ? [[attribute.slice(prefix.length), value]] : [],
    );
    gathered[name] = { ...(item[name] as object | undefined), ...(Object.fromEntries(added) as object) };
  }
  return gathered;
};

const gathered = z.transform(gatherSums);

/** Partition of the hours of the whole site. */
export const SITE_HOURS = 'DELIVERY_SITE';
/** Partition of the days and months of a title or creator. */
export const deliveryOf = (subject: SumSubject): string => key('DELIVERY', idOf(subject));

/** What the distribution delivered in one hour (UTC), by its logs. */
export const siteHourEntity = defineEntity({
  type: 'DELIVERY_HOUR',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'delivery', expiresFrom: ({ hour }) => hour },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: z.pipe(
    gathered,
    z.object({
      /** Its start. */
      hour: Timestamp,
      ...sums,
    }),
  ),
  key: ({ hour }: { hour: string }) => ({ pk: SITE_HOURS, sk: hour }),
});

/** What the distribution delivered of one title on one day (UTC), by its logs. */
export const titleDayEntity = defineEntity({
  type: 'DELIVERY_DAY',
  v: 1,
  owner: { kind: 'content', field: 'content_id' },
  lifetime: { retention: 'delivery', expiresFrom: ({ day }) => `${day}T00:00:00.000Z` },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: z.pipe(
    gathered,
    z.object({
      content_id: ContentId,
      /** `2026-11-28`. */
      day: z.string(),
      ...sums,
    }),
  ),
  key: ({ content_id: contentId, day }: { content_id: string; day: string }) => ({
    pk: deliveryOf({ contentId }),
    sk: day,
  }),
});

/** What the distribution delivered of all titles of one creator on one day (UTC), by its logs. */
export const creatorDayEntity = defineEntity({
  type: 'DELIVERY_CREATOR_DAY',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'delivery', expiresFrom: ({ day }) => `${day}T00:00:00.000Z` },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: z.pipe(gathered, z.object({ creator_id: CreatorId, day: z.string(), ...sums })),
  key: ({ creator_id: creatorId, day }: { creator_id: string; day: string }) => ({
    pk: deliveryOf({ creatorId }),
    sk: day,
  }),
});

/** What sort keys of months begin with. Those of hours and days begin with a digit. */
export const MONTH_PREFIX = 'M#';
const monthKey = (month: string): string => `${MONTH_PREFIX}${month}`;

/** What the distribution delivered in one month (UTC). It is computed from the hours, and never added to. */
export const siteMonthEntity = defineEntity({
  type: 'DELIVERY_MONTH',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'owner' },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: z.pipe(
    gathered,
    z.object({
      /** `2026-11`. */
      month: z.string(),
      ...sums,
    }),
  ),
  key: ({ month }: { month: string }) => ({ pk: SITE_HOURS, sk: monthKey(month) }),
});

/** What the distribution delivered of one title in one month (UTC): the sum of its days, kept as long as the title. */
export const titleMonthEntity = defineEntity({
  type: 'DELIVERY_TITLE_MONTH',
  v: 1,
  owner: { kind: 'content', field: 'content_id' },
  lifetime: { retention: 'owner' },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: z.pipe(
    gathered,
    z.object({
      content_id: ContentId,
      /** `2026-11`. */
      month: z.string(),
      ...sums,
    }),
  ),
  key: ({ content_id: contentId, month }: { content_id: string; month: string }) => ({
    pk: deliveryOf({ contentId }),
    sk: monthKey(month),
  }),
});

/** What the distribution delivered of all titles of one creator in one month (UTC), computed from its days. */
export const creatorMonthEntity = defineEntity({
  type: 'DELIVERY_CREATOR_MONTH',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'owner' },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: z.pipe(gathered, z.object({ creator_id: CreatorId, month: z.string(), ...sums })),
  key: ({ creator_id: creatorId, month }: { creator_id: string; month: string }) => ({
    pk: deliveryOf({ creatorId }),
    sk: monthKey(month),
  }),
});

const SubjectId = z.union([ContentId, CreatorId]);

/** That a title or creator has days in a month, of which its month is the sum. */
export const deliveredEntity = defineEntity({
  type: 'DELIVERED',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'delivery', expiresFrom: ({ month }) => `${month}-28T00:00:00.000Z` },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: z.object({
    /** `2026-11`. */
    month: z.string(),
    /** The id of the title or creator. */
    subject: SubjectId,
  }),
  key: ({ month, subject }: { month: string; subject: string }) => ({ pk: key('DELIVERED', month), sk: subject }),
});

/** How far the months of titles and creators are summed up. */
export const monthStateEntity = defineEntity({
  type: 'DELIVERY_MONTHS',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'owner' },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: z.object({
    /** All months before this one are summed up. */
    month: z.string(),
    /** The last title or creator of the month that is summed up; absent before the first. */
    after: z.optional(SubjectId),
  }),
  key: () => ({ pk: 'DELIVERY_MONTHS', sk: 'STATE' }),
});

/** Digits of the number of a chunk in its sort key. */
const CHUNK_DIGITS = 4;

/** That a chunk of a log file's sums was added. It is stored together with them, so that each is added once. */
export const countedLogEntity = defineEntity({
  type: 'COUNTED_LOG',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'counted_logs', expiresFrom: ({ counted_at: at }) => at },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: z.object({
    /** Key of the log file. */
    file: z.string(),
    /** From 0, and how many chunks the file has. */
    chunk: z.number(),
    chunks: z.number(),
    distribution: z.string(),
    /** Start of the hour of the file. */
    hour: Timestamp,
    /** Requests in the whole file, and lines that were dropped. */
    lines: z.number(),
    dropped: z.number(),
    counted_at: Timestamp,
  }),
  key: ({ file, chunk }: { file: string; chunk: number }) => ({
    pk: key('LOGFILE', file),
    sk: String(chunk).padStart(CHUNK_DIGITS, '0'),
  }),
});
