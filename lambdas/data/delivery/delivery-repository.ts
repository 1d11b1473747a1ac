import type { SumSubject } from '../../domain/delivery/logs/subjects.ts';
import type { SumTarget, TargetSums } from '../../domain/delivery/logs/sum-log.ts';
import { NO_DELIVERY, type DeliverySums } from '../../domain/delivery/sums.ts';
import { conditionHolds } from '../table/errors.ts';
import { isNew, type Expression } from '../table/expressions.ts';
import type { StoredItem } from '../table/entity.ts';
import type { Table } from '../table/table.ts';
import {
  addableAttributes,
  countedLogEntity,
  creatorDayEntity,
  creatorMonthEntity,
  deliveryOf,
  MONTH_PREFIX,
  SITE_HOURS,
  siteHourEntity,
  siteMonthEntity,
  titleDayEntity,
  titleMonthEntity,
} from './delivery-entities.ts';
import { createMonthProgress } from './month-progress.ts';

/** A log file whose sums are added. Times are ISO 8601. */
export interface CountedFile {
  /** Its key. */
  readonly file: string;
  readonly distribution: string;
  /** Start of its hour. */
  readonly hour: string;
  readonly lines: number;
  readonly dropped: number;
  readonly counted_at: string;
}

/** Items of a query's page. */
const PAGE = 100;

/** A stored item, without sums, of what a sum is about. */
const itemOf = (target: SumTarget): StoredItem => {
  if ('hour' in target) return siteHourEntity.toItem({ hour: target.hour, ...NO_DELIVERY });
  const { day } = target;
  return 'contentId' in target
    ? titleDayEntity.toItem({ content_id: target.contentId, day, ...NO_DELIVERY })
    : creatorDayEntity.toItem({ creator_id: target.creatorId, day, ...NO_DELIVERY });
};

/** The item of a month of a subject. */
const monthItem = (subject: SumSubject, month: string, sums: DeliverySums): StoredItem =>
  'contentId' in subject
    ? titleMonthEntity.toItem({ content_id: subject.contentId, month, ...sums })
    : creatorMonthEntity.toItem({ creator_id: subject.creatorId, month, ...sums });

const dayEntityOf = (subject: SumSubject) => ('contentId' in subject ? titleDayEntity : creatorDayEntity);
const monthEntityOf = (subject: SumSubject | undefined) => {
  if (!subject) return siteMonthEntity;
  return 'contentId' in subject ? titleMonthEntity : creatorMonthEntity;
};

/** The sums of a month only grow, so an older computation must not replace a newer one. */
const hasNotMore = ({ requests }: DeliverySums): Expression => ({
  expression: 'attribute_not_exists(#pk) OR #requests <= :requests',
  names: { '#pk': 'pk', '#requests': 'requests' },
  values: { ':requests': requests },
});

/** The part of the table that it uses. */
export type DeliveryTable = Pick<
  Table,
  'write' | 'transact' | 'put' | 'delete' | 'getMany' | 'query' | 'queryAll' | 'get'
>;

export type DeliveryRepository = ReturnType<typeof createDeliveryRepository>;

/** What the distribution delivered, by the sums of its log files. Numbers refer to access-patterns.md. */
export const createDeliveryRepository = (table: DeliveryTable) => {
  /** Adds sums to the item of their target, which need not exist. Nothing else is ever stored under its key. */
  const add = ({ target, sums }: TargetSums) => {
    const { pk, sk, ...rest } = itemOf(target);
    const fixed = Object.fromEntries(Object.entries(rest).filter(([name]) => !(name in NO_DELIVERY)));
    return table.write.update(
      { pk, sk },
      { set: fixed, add: addableAttributes(sums) },
      {
        expression: 'attribute_not_exists(#pk) OR #type = :type',
        names: { '#pk': 'pk', '#type': 'type' },
        values: { ':type': rest['type'] },
      },
    );
  };

  return {
    /**
     * DV1. Adds a chunk of a file's sums, with a marker in the same transaction. False when it was added before. A
     * transaction that conflicts with another one is tried again by the table.
     */
    async add(file: CountedFile, chunk: number, chunks: number, sums: readonly TargetSums[]): Promise<boolean> {
      const marker = countedLogEntity.toItem({ ...file, chunk, chunks });
      return conditionHolds(table.transact([table.write.put(marker, isNew), ...sums.map(add)]), 0);
    },

    /**
     * DV2. Those of these files, by their keys, whose sums were all added. Chunks are added in order, so the last one
     * shows it. Strongly consistent.
     */
    async complete(files: readonly string[]): Promise<ReadonlySet<string>> {
      const read = async (keys: readonly { file: string; chunk: number }[]) =>
        (await table.getMany(keys.map(countedLogEntity.key), { consistent: true })).map(countedLogEntity.parse);
      const first = await read(files.map((file) => ({ file, chunk: 0 })));
      const long = first.filter(({ chunks }) => chunks > 1);
      const last = await read(long.map(({ file, chunks }) => ({ file, chunk: chunks - 1 })));
      return new Set([...first.filter(({ chunks }) => chunks === 1), ...last].map(({ file }) => file));
    },

    /** DV3. The hours of the site from `from` up to `upTo`, oldest first. Hours without requests are left out. */
    async hours(from: string, upTo: string, { consistent = false } = {}) {
      const range = { from, upTo, limit: PAGE, descending: false, consistent };
      return (await table.queryAll({ partition: SITE_HOURS, ...range })).map(siteHourEntity.parse);
    },

    /** DV4. The days of a title or creator from `from` (`2026-11-28`) up to `upTo`, oldest first. */
    async days(
      subject: SumSubject,
      from: string,
      upTo: string,
      { consistent = false } = {},
    ): Promise<readonly (DeliverySums & { readonly day: string })[]> {
      const range = { from, upTo, limit: PAGE, descending: false, consistent };
      const entity = dayEntityOf(subject);
      return (await table.queryAll({ partition: deliveryOf(subject), ...range })).map((item) => entity.parse(item));
    },

    /** DV5. Stores the sums of a month of the site, unless a later computation did. */
    async setMonth(month: string, sums: DeliverySums): Promise<void> {
      await conditionHolds(table.put(siteMonthEntity.toItem({ month, ...sums }), hasNotMore(sums)));
    },

    /** DV6. Stores the sums of a month of a title or creator, unless a later computation did. */
    async setMonthOf(subject: SumSubject, month: string, sums: DeliverySums): Promise<void> {
      await conditionHolds(table.put(monthItem(subject, month, sums), hasNotMore(sums)));
    },

    /** DV7. The sums of a month of the site, or of a title or creator; undefined without any. */
    async month(month: string, subject?: SumSubject): Promise<DeliverySums | undefined> {
      const pk = subject ? deliveryOf(subject) : SITE_HOURS;
      const item = await table.get({ pk, sk: `${MONTH_PREFIX}${month}` });
      return item && monthEntityOf(subject).parse(item);
    },

    /** DV8. All months of the site, or of a title or creator, oldest first. */
    async months(subject?: SumSubject): Promise<readonly (DeliverySums & { readonly month: string })[]> {
      const partition = subject ? deliveryOf(subject) : SITE_HOURS;
      const items = await table.queryAll({ partition, prefix: MONTH_PREFIX, limit: PAGE, descending: false });
      const entity = monthEntityOf(subject);
      return items.map((item) => entity.parse(item));
    },

    ...createMonthProgress(table),

    /** DV13. Deletes the days and months of a deleted title. Those of its creator stay. */
    async removeAll(contentId: string): Promise<void> {
      const items = await table.queryAll({ partition: deliveryOf({ contentId }), limit: PAGE, consistent: true });
      for (const { pk, sk } of items) await table.delete({ pk, sk });
    },
  };
};
