import { optimistic } from '../../domain/optimistic.ts';
import * as z from 'zod/mini';
import { Counted, countNames, countDeltas, type CountedThing, type Counts } from '../../domain/counts/counted.ts';
import { NOT_A_PERSONS, NOT_PERSONAL, defineEntity, type ItemKey } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { orRetry } from '../table/errors.ts';
import { isNew, type Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';

const PARTITION = 'COUNTS';

const thingKey = ({ thing, id }: CountedThing): ItemKey => ({
  pk: key('COUNTED', thing, id),
  sk: 'META',
});

/** How a content item or user is counted. Changes only together with the counters, so nothing is counted twice. */
export const countedEntity = defineEntity({
  type: 'COUNTED',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'owner' },
  onErase: 'delete',
  exportView: NOT_A_PERSONS,
  schema: z.extend(Counted, { thing: z.enum(['content', 'user']), id: z.string() }),
  key: thingKey,
  ofPerson: { partitions: ({ userId }) => [thingKey({ thing: 'user', id: userId }).pk] },
});

/** Totals, or the numbers of items and users that were added in a month. A missing number is 0. */
export const countsEntity = defineEntity({
  type: 'COUNTS',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'owner' },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: z.object(
    Object.fromEntries(countNames.map((name) => [name, z.optional(z.number())])) as Record<
      (typeof countNames)[number],
      z.ZodMiniOptional<z.ZodMiniNumber>
    >,
  ),
  key: ({ period }: { period: string }) => ({ pk: PARTITION, sk: period }),
});

/** Sort key of the totals. The sort key of a month is the month. */
const TOTAL = 'TOTAL';

const isCounts: Expression = {
  expression: 'attribute_not_exists(#pk) OR #type = :type',
  names: { '#pk': 'pk', '#type': 'type' },
  values: { ':type': countsEntity.type },
};

const unchanged = ({ name, month }: Counted): Expression => ({
  expression: '#name = :name AND #month = :month',
  names: { '#name': 'name', '#month': 'month' },
  values: { ':name': name, ':month': month },
});

export type CountsRepository = ReturnType<typeof createCountsRepository>;

/**
 * How many users and content items exist, and how many were added in each month. Numbers refer to access-patterns.md.
 */
export const createCountsRepository = (table: Table) => ({
  /**
   * S1. Updates the counters for one content item or user. `read` returns how it must be counted now. Late, repeated
   * and reordered calls lead to the same numbers.
   */
  async update(thing: CountedThing, read: () => Promise<Counted | undefined>): Promise<void> {
    const add = (period: string, by: Readonly<Record<string, number>>) =>
      table.write.update(countsEntity.key({ period }), { set: countsEntity.stamp, add: by }, isCounts);
    await optimistic(async () => {
      const item = await table.get(thingKey(thing), { consistent: true });
      const from = item && countedEntity.parse(item);
      const to = await read();
      if (from?.name === to?.name && from?.month === to?.month) return undefined;
      const moves = countDeltas(from, to);
      const counted = to
        ? table.write.put(countedEntity.toItem({ ...thing, ...to }), from ? unchanged(from) : isNew)
        : table.write.delete(thingKey(thing), from && unchanged(from));
      const months = Object.entries(moves.months).map(([month, by]) => add(month, by));
      return orRetry(table.transact([counted, add(TOTAL, moves.total), ...months]));
    });
  },

  /**
   * S2. Totals, and the numbers added in each of the months; undefined for a month without any. 0.5 RRU per item.
   */
  async read(
    months: readonly string[],
  ): Promise<{ readonly total: Counts; readonly months: readonly (Counts | undefined)[] }> {
    const [total, ...rest] = await Promise.all(
      [TOTAL, ...months].map((period) => table.get(countsEntity.key({ period }))),
    );
    const countsOf = (item: Readonly<Record<string, unknown>>): Counts => {
      const { users = 0, music = 0, video = 0 } = countsEntity.parse(item);
      return { users, music, video };
    };
    return {
      total: total ? countsOf(total) : { users: 0, music: 0, video: 0 },
      months: rest.map((item) => item && countsOf(item)),
    };
  },
});
