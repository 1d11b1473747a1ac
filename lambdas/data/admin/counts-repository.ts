import { optimistic } from '../../domain/optimistic.ts';
import * as z from 'zod/mini';
import { Counted, countNames, movesOf, type CountedThing, type Counts } from '../../domain/counts/counted.ts';
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

/** As what a thing stands in the counters: changes only together with them, so that nothing is counted twice. */
export const countedEntity = defineEntity({
  type: 'COUNTED',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'owner' },
  onErase: 'delete',
  exportView: NOT_A_PERSONS,
  schema: z.extend(Counted, { thing: z.enum(['content', 'user']), id: z.string() }),
  key: thingKey,
});

/** Numbers of a period: of all time, or of the things that were made in a month. A number that is not there is 0. */
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

/** Sort key of the totals; months stand beside it under their own names. */
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
 * How many people and contents there are, and how many were added in a month. Numbers are those of access-patterns.md.
 */
export const createCountsRepository = (table: Table) => ({
  /**
   * S1. Brings the counters to where a thing stands now; `read` answers how it counts at this moment. Told late, twice
   * or out of order it ends at the same numbers.
   */
  async bring(thing: CountedThing, read: () => Promise<Counted | undefined>): Promise<void> {
    const add = (period: string, by: Readonly<Record<string, number>>) =>
      table.write.update(countsEntity.key({ period }), { set: countsEntity.stamp, add: by }, isCounts);
    await optimistic(async () => {
      const item = await table.get(thingKey(thing), { consistent: true });
      const from = item && countedEntity.parse(item);
      const to = await read();
      if (from?.name === to?.name && from?.month === to?.month) return undefined;
      const moves = movesOf(from, to);
      const counted = to
        ? table.write.put(countedEntity.toItem({ ...thing, ...to }), from ? unchanged(from) : isNew)
        : table.write.delete(thingKey(thing), from && unchanged(from));
      const months = Object.entries(moves.months).map(([month, by]) => add(month, by));
      return orRetry(table.transact([counted, add(TOTAL, moves.total), ...months]));
    });
  },

  /**
   * S2. Totals, and what was added in each of the months; a month without any addition is undefined. 0.5 RRU an item.
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
