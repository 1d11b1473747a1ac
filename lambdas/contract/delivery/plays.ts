import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { retentionDays } from '../retention.ts';
import { ContentId, CreatorId, Timestamp } from '../shared.ts';
import { DEVICES, PLAY_FAILURES } from './play-kinds.ts';
import { PARTS, PLAY_HEIGHTS } from './quality-rules.ts';

/** Plays of staff count nowhere. All days and months are those of this time zone. */
export const PLAYS_TIME_ZONE = 'UTC' as const;
/** The shortest months have as many days. */
const DEFAULT_PERIOD = 28;

const Share = z.nullable(z.number());
/** Milliseconds: half of the values, and 95 % of them, are at most this. At most 5 % off. */
const Percentiles = z.nullable(z.object({ p50: z.number(), p95: z.number() }));

const counts = {
  plays: z.number(),
  /** How many plays everything else comes from. */
  measured_plays: z.number(),
  starts: z.number(),
};

/** The numbers of plays of a period, by `PLAY_DEFINITIONS`. Null: there are too few measured plays. */
export const PlayNumbers = z.object({
  ...counts,
  hours: Share,
  finish_rate: Share,
  exit_rate: Share,
  failure_rate: Share,
  /** Plays in which the player gave up at least once, by the reason of the first time. */
  failures: z.nullable(z.partialRecord(z.enum(PLAY_FAILURES), z.number())),
  startup_ms: Percentiles,
  stall_ms: Percentiles,
  stall_ratio: Share,
  switches: Share,
  /** Shares of playback by height of the picture; null for titles without a picture too. */
  definition: z.nullable(z.partialRecord(z.enum(PLAY_HEIGHTS), z.number())),
});
export type PlayNumbers = z.infer<typeof PlayNumbers>;

/** What the CDN sent, by its logs, and its list price in US dollars. */
const sent = {
  requests: z.number(),
  bytes: z.number(),
  /** Of sound. */
  hours: z.number(),
  client_errors: z.number(),
  server_errors: z.number(),
  cost_usd: z.number(),
};

/** What the CDN sent in a period. Null: no logs of it. */
const Delivered = z.nullable(z.object(sent));
export type Delivered = z.infer<typeof Delivered>;

/** The same with how well it was sent, by `PLAY_DEFINITIONS`. */
const DeliveryReport = z.nullable(
  z.object({
    ...sent,
    aborted: z.number(),
    /** Like the next one null with fewer than `MINIMUM_REQUESTS`. */
    hit_ratio: Share,
    response_ms: Percentiles,
  }),
);
export type DeliveryReport = z.infer<typeof DeliveryReport>;

/** What a period's numbers are about. */
const period = {
  /** First and last day, both included. */
  from: z.string(),
  to: z.string(),
  time_zone: z.literal(PLAYS_TIME_ZONE),
  /** All plays up to then are counted; null before the first were. */
  as_of: z.nullable(Timestamp),
};

/** The numbers of a day or month, for a chart or table. */
const PeriodNumbers = z.object({
  /** `2026-11-28` or `2026-11`. */
  period: z.string(),
  ...counts,
  hours: Share,
  finish_rate: Share,
  /** Null for the days of the whole site too. */
  delivered: Delivered,
});
export type PeriodNumbers = z.infer<typeof PeriodNumbers>;

/**
 * Starts and hours by device or country, most starts first. Those with too few starts are together in `other`, which is
 * left out if it has too few too.
 */
const BySource = z.array(z.object({ name: z.string(), starts: z.number(), hours: z.number() }));

/** The numbers of a title, or of the titles of a creator. */
const report = {
  ...period,
  numbers: PlayNumbers,
  retention: z.nullable(z.array(z.number()).check(z.maxLength(PARTS))),
  devices: z.nullable(BySource),
  countries: z.nullable(BySource),
  delivered: DeliveryReport,
  /** Every day of the period. */
  days: z.array(PeriodNumbers),
  /** Months that have ended, also those whose days are no longer kept. */
  months: z.array(PeriodNumbers),
};

/** The numbers of one title. */
export const TitlePlays = z.object({ content_id: ContentId, title: z.string(), ...report });
export type TitlePlays = z.infer<typeof TitlePlays>;

/**
 * The numbers of all titles of a creator together. A play counts for the creator that its title has when the play
 * begins, and keeps counting when the title is deleted or moves to another creator.
 */
export const CreatorPlays = z.object({
  creator_id: CreatorId,
  name: z.string(),
  /** Titles that the creator has now, in any state. */
  titles: z.number(),
  ...report,
});
export type CreatorPlays = z.infer<typeof CreatorPlays>;

/** The numbers of a title, or of the titles of a creator. */
export type PlaysReport = TitlePlays | CreatorPlays;
/** The plays of some whole days, of which `from` is the first and `to` the last. */
const WholeDays = z.object({ from: z.string(), to: z.string(), plays: z.number() });
export type WholeDays = z.infer<typeof WholeDays>;

/** The numbers of the whole site. */
export const PlayTotals = z.object({
  ...period,
  numbers: PlayNumbers,
  /**
   * The days before today, as many as the period has, and as many days before them. Today is left out, because it is
   * not over. Null: the earlier days are no longer kept.
   */
  change: z.nullable(z.object({ last: WholeDays, before: WholeDays })),
  /** In the month of the last day, as far as it has been summed up: once a day. */
  delivered_month: Delivered,
  days: z.array(PeriodNumbers),
  months: z.array(PeriodNumbers),
  /** The most played titles of the last day of the period, most plays first. */
  top: z.array(z.object({ content_id: ContentId, title: z.string(), plays: z.number() })),
});
export type PlayTotals = z.infer<typeof PlayTotals>;

/** The quality of all plays by device and country. */
export const PlayQualityReport = z.object({
  ...period,
  site: PlayNumbers,
  devices: z.array(z.object({ device: z.enum(DEVICES), numbers: PlayNumbers })),
  /** The countries with the most starts, up to 20. */
  countries: z.array(z.object({ country: z.string(), numbers: PlayNumbers })),
});
export type PlayQualityReport = z.infer<typeof PlayQualityReport>;

/** Plays that were started lately. */
export const Streams = z.object({
  last_hour: z.number(),
  last_24_hours: z.number(),
  /** By hour, oldest first; the last one ends with the last window that is counted. */
  hours: z.array(z.object({ from: Timestamp, plays: z.number() })),
  as_of: z.nullable(Timestamp),
});
export type Streams = z.infer<typeof Streams>;

/** A table as CSV (RFC 4180), with a line of names. */
const CsvFile = z.object({ file_name: z.string(), csv: z.string() });

const periodQuery = z.strictObject({
  /** Days of the period, of which the last is today. */
  days: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(retentionDays('delivery'))),
    DEFAULT_PERIOD,
  ),
});
const title = z.strictObject({ id: ContentId });
const creator = z.strictObject({ id: CreatorId });

export const playsEndpoints = {
  'plays.get-title': endpoint({
    method: 'GET',
    path: '/api/content/{id}/plays',
    auth: 'user',
    summary: 'Returns the plays of a title with their quality and retention, for its owner and administrators.',
    params: title,
    query: periodQuery,
    responses: { 200: TitlePlays },
    errors: ['content_not_found'],
  }),
  'plays.export-title': endpoint({
    method: 'GET',
    path: '/api/content/{id}/plays-export',
    auth: 'user',
    summary: 'Returns the days and months of a title as CSV, for its owner and administrators.',
    params: title,
    query: periodQuery,
    responses: { 200: CsvFile },
    errors: ['content_not_found'],
  }),
  'plays.list-own-creators': endpoint({
    method: 'GET',
    path: '/api/own-creators',
    auth: 'user',
    summary: 'Lists the creators that belong to the caller, by name.',
    responses: { 200: z.object({ items: z.array(z.object({ id: CreatorId, name: z.string() })) }) },
    errors: [],
  }),
  'plays.get-creator': endpoint({
    method: 'GET',
    path: '/api/creators/{id}/plays',
    auth: 'user',
    summary: 'Returns the plays of all titles of a creator together, for its owner and administrators.',
    params: creator,
    query: periodQuery,
    responses: { 200: CreatorPlays },
    errors: ['creator_not_found'],
  }),
  'plays.export-creator': endpoint({
    method: 'GET',
    path: '/api/creators/{id}/plays-export',
    auth: 'user',
    summary: 'Returns the days and months of all titles of a creator as CSV, for its owner and administrators.',
    params: creator,
    query: periodQuery,
    responses: { 200: CsvFile },
    errors: ['creator_not_found'],
  }),
  'plays.get-totals': endpoint({
    method: 'GET',
    path: '/api/admin/plays',
    auth: 'admin',
    summary: 'Returns the plays of all titles by day, and compares the days before today with as many before them.',
    query: periodQuery,
    responses: { 200: PlayTotals },
    errors: [],
  }),
  'plays.export-totals': endpoint({
    method: 'GET',
    path: '/api/admin/plays-export',
    auth: 'admin',
    summary: 'Returns the days and months of all titles together as CSV.',
    query: periodQuery,
    responses: { 200: CsvFile },
    errors: [],
  }),
  'plays.get-quality': endpoint({
    method: 'GET',
    path: '/api/admin/playback-quality',
    auth: 'admin',
    summary: 'Returns how well titles play, by device and country.',
    query: periodQuery,
    responses: { 200: PlayQualityReport },
    errors: [],
  }),
  'plays.get-streams': endpoint({
    method: 'GET',
    path: '/api/admin/streams',
    auth: 'admin',
    summary: 'Returns how many plays were started in the last hour and in the last 24 hours.',
    responses: { 200: Streams },
    errors: [],
  }),
};
