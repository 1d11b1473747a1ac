import * as z from 'zod/mini';
import { ContentId, Timestamp } from '../../contract/shared.ts';
import type { Figures } from '../../domain/delivery/plays/figures.ts';
import { defineEntity, NOT_A_PERSONS, NOT_PERSONAL, type StoredItem } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { tableDefinition } from '../table/table-definition.ts';

/**
 * Figures are attributes of their own, under the names of `domain/delivery/plays/figures.ts`, because only such
 * attributes can be added to. So the schemas let further attributes through.
 */
const platform = { owner: { kind: 'platform' }, onErase: NOT_PERSONAL, exportView: NOT_A_PERSONS, v: 1 } as const;
const startOf = (day: string): string => `${day}T00:00:00.000Z`;
/** Sort key of a month. Days sort before all months. */
const monthSortKey = (month: string): string => key('M', month);

/** Numbers that are no figures. */
const META: ReadonlySet<string> = new Set(['v', 'updates', tableDefinition.timeToLiveAttribute]);

/** The figures of a stored item. */
export const figuresOf = (item: Readonly<Record<string, unknown>>): Figures =>
  Object.fromEntries(
    Object.entries(item).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number' && !META.has(entry[0]),
    ),
  );

/** Partition of the days and months of a title. */
export const statisticsOf = (contentId: string): string => key('STATS', contentId);

/** The plays of one title on one day (UTC). */
export const titlePlaysEntity = defineEntity({
  ...platform,
  type: 'TITLE_PLAYS',
  owner: { kind: 'content', field: 'content_id' },
  lifetime: { retention: 'delivery', expiresFrom: ({ day }) => startOf(day) },
  schema: z.looseObject({ content_id: ContentId, day: z.string() }),
  key: ({ content_id: id, day }: { content_id: string; day: string }) => ({ pk: statisticsOf(id), sk: day }),
});

/** The plays of one title in one month (UTC): the sum of its days, kept as long as the title. */
export const titlePlaysMonthEntity = defineEntity({
  ...platform,
  type: 'TITLE_MONTH',
  owner: { kind: 'content', field: 'content_id' },
  lifetime: { retention: 'owner' },
  schema: z.looseObject({ content_id: ContentId, month: z.string() }),
  key: ({ content_id: id, month }: { content_id: string; month: string }) => ({
    pk: statisticsOf(id),
    sk: monthSortKey(month),
  }),
});

const DIMENSIONS = ['SITE', 'CREATOR', 'DEVICE', 'COUNTRY'] as const;

/** Of what all plays are summed up: the whole site, the titles of one creator, one kind of device, one country. */
export interface Segment {
  readonly dimension: (typeof DIMENSIONS)[number];
  /** `ALL`, the id of the creator, the kind of device, or the country. */
  readonly value: string;
}

const segment = { dimension: z.enum(DIMENSIONS), value: z.string() };

/** Partition of the days and months of a segment. */
export const qualityOf = ({ dimension, value }: Segment): string => key('QUALITY', dimension, value);

/** All plays of a segment on one day (UTC). */
export const playQualityEntity = defineEntity({
  ...platform,
  type: 'PLAY_QUALITY',
  lifetime: { retention: 'delivery', expiresFrom: ({ day }) => startOf(day) },
  schema: z.looseObject({ ...segment, day: z.string() }),
  key: ({ dimension, value, day }: Segment & { readonly day: string }) => ({
    pk: qualityOf({ dimension, value }),
    sk: day,
  }),
});

/** All plays of a segment in one month (UTC). */
export const qualityMonthEntity = defineEntity({
  ...platform,
  type: 'QUALITY_MONTH',
  lifetime: { retention: 'owner' },
  schema: z.looseObject({ ...segment, month: z.string() }),
  key: ({ dimension, value, month }: Segment & { readonly month: string }) => ({
    pk: qualityOf({ dimension, value }),
    sk: monthSortKey(month),
  }),
});

/** Partition of the windows of a day. */
export const streamsOf = (day: string): string => key('STREAMS', day);

/** How many plays were started in one window. */
export const streamsEntity = defineEntity({
  ...platform,
  type: 'STREAMS',
  lifetime: { retention: 'delivery', expiresFrom: ({ window }) => window },
  schema: z.looseObject({ day: z.string(), window: Timestamp }),
  key: ({ day, window }: { day: string; window: string }) => ({ pk: streamsOf(day), sk: window }),
});

/** The titles with the most plays of a day, most first. */
export const topPlaysEntity = defineEntity({
  ...platform,
  type: 'TOP_PLAYS',
  lifetime: { retention: 'delivery', expiresFrom: ({ day }) => startOf(day) },
  schema: z.object({
    day: z.string(),
    titles: z.array(z.object({ content_id: ContentId, plays: z.number() })),
    version: z.number(),
  }),
  key: ({ day }: { day: string }) => ({ pk: key('TOP', day), sk: 'PLAYS' }),
});

/** That something has days in a month, of which its month is the sum. */
export const playedMonthEntity = defineEntity({
  ...platform,
  type: 'PLAYED_MONTH',
  lifetime: { retention: 'delivery', expiresFrom: ({ month }) => startOf(`${month}-28`) },
  schema: z.object({
    month: z.string(),
    content_id: z.optional(ContentId),
    dimension: z.optional(segment.dimension),
    value: z.optional(z.string()),
  }),
  key: ({ month, partition }: { month: string; partition: string }) => ({
    pk: key('PLAYED_MONTH', month),
    sk: partition,
  }),
});

/** How far plays are summed up: of each shard, or of the months. */
export const rollupEntity = defineEntity({
  ...platform,
  type: 'ROLLUP',
  lifetime: { retention: 'owner' },
  schema: z.object({
    part: z.string(),
    /** All windows before this one are summed up. */
    done_until: z.optional(Timestamp),
    /** The month that is being summed up. */
    month: z.optional(z.string()),
    /** Partition of the last title or segment to which the first window, or the month, was added. */
    after: z.optional(z.string()),
    /** Whether all of the month is summed up. */
    complete: z.optional(z.boolean()),
  }),
  key: ({ part }: { part: string }) => ({ pk: key('ROLLUP', part), sk: 'STATE' }),
});

/** The title or segment that an item is about. */
export type Subject = { readonly content_id: string } | Segment;

/** Partition of the days and months of a title or segment. */
export const partitionOf = (subject: Subject): string =>
  'content_id' in subject ? statisticsOf(subject.content_id) : qualityOf(subject);

/** The item of a subject's day, without figures. */
export const dayItem = (subject: Subject, day: string): StoredItem =>
  'content_id' in subject
    ? titlePlaysEntity.toItem({ ...subject, day })
    : playQualityEntity.toItem({ ...subject, day });

/** The item of a subject's month. */
export const monthItem = (subject: Subject, month: string, figures: Figures): StoredItem =>
  'content_id' in subject
    ? titlePlaysMonthEntity.toItem({ ...figures, ...subject, month })
    : qualityMonthEntity.toItem({ ...figures, ...subject, month });
