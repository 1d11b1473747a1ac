import * as z from 'zod/mini';
import { ContentId, Timestamp } from '../../contract/shared.ts';
import {
  emptyTitleBudget,
  microsOf,
  monthOf,
  overBudgetReason,
  withReservation,
  withSettlement,
  withSkip,
  type AnalysisBudget,
  type BudgetLimits,
  type MonthBudget,
  type Reservation,
  type SkippedStep,
  type TitleBudget,
} from '../../domain/analysis/budget.ts';
import { ANALYSIS_STEPS } from '../../domain/analysis/results.ts';
import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { NOT_A_PERSONS, NOT_PERSONAL, defineEntity, type Entity } from '../table/entity.ts';
import { onConditionFailed } from '../table/errors.ts';
import { atRev, isNew, type Expression } from '../table/expressions.ts';
import { key } from '../table/keys.ts';
import type { Cursors } from '../table/cursor.ts';
import { listPage, type ListPage } from '../table/list-page.ts';
import type { Table } from '../table/table.ts';
import type { Logger } from '../../domain/logger.ts';

const classification = {
  owner: { kind: 'platform' },
  lifetime: {
    retention: 'analysis_costs',
    expiresFrom: ({ updated_at: at }: { readonly updated_at: string }) => at,
  },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
} as const;

const partitionOf = (month: string): string => key('BUDGET', month);

/** What all titles used of the budget in a month. */
export const monthBudgetEntity: Entity<MonthBudget, Pick<MonthBudget, 'month'>> = defineEntity({
  ...classification,
  type: 'BUDGET_MONTH',
  v: 1,
  schema: z.object({
    month: z.string(),
    used: z.number(),
    spent: z._default(z.number(), 0),
    skips: z._default(z.number(), 0),
    updated_at: Timestamp,
  }),
  key: ({ month }: Pick<MonthBudget, 'month'>) => ({ pk: partitionOf(month), sk: 'MONTH' }),
});

type TitleIds = Pick<TitleBudget, 'month' | 'content_id'>;

/** What one title used of the budget in a month. It stays when the title is deleted, because the money is spent. */
export const titleBudgetEntity = defineEntity({
  ...classification,
  type: 'BUDGET_TITLE',
  v: 1,
  schema: z.object({
    month: z.string(),
    content_id: ContentId,
    used: z.number(),
    spent: z.number(),
    reserved: z.record(z.string(), z.object({ micros: z.number(), done: z.number() })),
    skipped: z.array(
      z.object({ step: z.enum(ANALYSIS_STEPS), limit: z.enum(['title', 'month']), usd: z.number(), at: Timestamp }),
    ),
    updated_at: Timestamp,
    rev: z.number(),
  }),
  key: ({ month, content_id }: TitleIds) => ({ pk: partitionOf(month), sk: key('TITLE', content_id) }),
}) as unknown as Entity<TitleBudget, TitleIds>;

interface Deps {
  readonly readLimits: () => Promise<BudgetLimits>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Tries of a reservation: more than the workers that can reserve for one title at the same time. */
const TRIES = 60;

const createReads = (table: Table, now: () => number) => {
  const getTitle = async (month: string, contentId: string): Promise<TitleBudget | undefined> => {
    const item = await table.get(titleBudgetEntity.key({ month, content_id: contentId }), { consistent: true });
    return item && titleBudgetEntity.parse(item);
  };
  /** The title's budget of the month in which a step has a reservation: this month, or the one before. */
  const findReserved = async (contentId: string, step: string): Promise<TitleBudget | undefined> => {
    const thisMonth = monthOf(now());
    const before = monthOf(Date.parse(`${thisMonth}-01T00:00:00.000Z`) - 1);
    for (const month of [thisMonth, before]) {
      const title = await getTitle(month, contentId);
      if (title?.reserved[step]) return title;
    }
    return undefined;
  };
  return { getTitle, findReserved };
};

const createWrites = (table: Table, now: () => number) => {
  const iso = (): string => new Date(now()).toISOString();
  const saveTitle = (title: TitleBudget) => {
    const next = titleBudgetEntity.toItem({ ...title, rev: title.rev + 1, updated_at: iso() });
    return table.write.put(next, title.rev === 0 ? isNew : atRev(title.rev));
  };
  const changeMonth = (month: string, add: Record<string, number>, condition: Expression = always) => {
    const { updated_at, expires_at } = monthBudgetEntity.toItem({
      month,
      used: 0,
      spent: 0,
      skips: 0,
      updated_at: iso(),
    });
    return table.write.update(
      monthBudgetEntity.key({ month }),
      { set: { ...monthBudgetEntity.stamp, month, updated_at, expires_at }, add },
      condition,
    );
  };
  return { iso, saveTitle, changeMonth };
};

/** Condition that is always true: the month's item may be new. */
const always: Expression = {
  expression: 'attribute_exists(#pk) OR attribute_not_exists(#pk)',
  names: { '#pk': 'pk' },
};

/** Condition: the month has room for an amount. */
const hasRoom = (limit: number, micros: number): Expression => ({
  expression: limit < micros ? 'attribute_exists(#never)' : 'attribute_not_exists(#used) OR #used <= :room',
  names: limit < micros ? { '#never': 'no_room' } : { '#used': 'used' },
  ...(limit < micros ? {} : { values: { ':room': limit - micros } }),
});

/**
 * The budget of the analysis. A reservation changes the title and the month in one transaction with a condition on
 * both, so concurrent workers cannot exceed either. Numbers are those of access-patterns.md.
 */
export const createBudgetRepository = (table: Table, { readLimits, now }: Deps): AnalysisBudget => {
  const { getTitle, findReserved } = createReads(table, now);
  const { iso, saveTitle, changeMonth } = createWrites(table, now);

  const recordSkip = (title: TitleBudget, skip: SkippedStep): Promise<boolean> =>
    onConditionFailed(
      table
        .transact([saveTitle(withSkip(title, skip)), changeMonth(title.month, { skips: 1, used: 0 })])
        .then(() => true),
      () => false,
    );

  return {
    /** AB1. Reserves an amount for a step; a read and a transaction of two. */
    reserve: (contentId, step, usd, { done = 0, needed = usd } = {}) =>
      optimistic<'reserved' | { reason: string }>(
        async () => {
          const limits = await readLimits();
          const month = monthOf(now());
          const title = (await getTitle(month, contentId)) ?? emptyTitleBudget(month, contentId, iso());
          const next = withReservation(title, step, { micros: microsOf(usd), done });
          const more = next.used - title.used;
          const skip = async (limit: keyof BudgetLimits) => {
            const skipped = { step, limit, usd: needed, at: iso() };
            return (await recordSkip(title, skipped)) ? { reason: overBudgetReason(skipped, limits) } : RETRY;
          };
          if (more > 0 && next.used > microsOf(limits.title)) return skip('title');
          const room = more > 0 ? hasRoom(microsOf(limits.month), more) : always;
          const failed = await onConditionFailed(
            table.transact([saveTitle(next), changeMonth(month, { used: more }, room)]).then(() => undefined),
            ({ index }) => index,
          );
          if (failed === undefined) return 'reserved';
          return failed === 0 ? RETRY : skip('month');
        },
        { tries: TRIES },
      ),

    /** AB2. Replaces a reservation by what was spent; a read and a transaction of two. */
    settle: (contentId, step, _reservedUsd, actualUsd) =>
      optimistic<undefined>(
        async () => {
          const title = await findReserved(contentId, step);
          if (!title) return undefined;
          const micros = microsOf(actualUsd);
          const next = withSettlement(title, step, micros);
          const saved = await onConditionFailed(
            table
              .transact([saveTitle(next), changeMonth(title.month, { used: next.used - title.used, spent: micros })])
              .then(() => true),
            () => false,
          );
          return saved ? undefined : RETRY;
        },
        { tries: TRIES },
      ),

    /** AB3. A step's reservation; 1 or 2 reads. */
    find: async (contentId, step): Promise<Reservation | undefined> =>
      (await findReserved(contentId, step))?.reserved[step],
  };
};

/** What was spent and skipped in a month, for administrators. */
export const createBudgetList = (table: Table, deps: { readonly cursors: Cursors; readonly logger: Logger }) => ({
  /** AB4. A month; undefined when nothing was reserved in it. */
  async month(month: string): Promise<MonthBudget | undefined> {
    const item = await table.get(monthBudgetEntity.key({ month }), { consistent: true });
    return item && monthBudgetEntity.parse(item);
  },

  /** AB5. The titles of a month. */
  titles: (
    month: string,
    page: { readonly cursor: string | undefined; readonly limit: number },
  ): Promise<ListPage<TitleBudget>> =>
    listPage({ table, ...deps }, titleBudgetEntity, {
      list: `analysis-budget ${month}`,
      partition: partitionOf(month),
      prefix: 'TITLE#',
      ...page,
    }),

  /** AB6. What a title used in a month. */
  async title(month: string, contentId: string): Promise<TitleBudget | undefined> {
    const item = await table.get(titleBudgetEntity.key({ month, content_id: contentId }), {});
    return item && titleBudgetEntity.parse(item);
  },
});

export type BudgetList = ReturnType<typeof createBudgetList>;
