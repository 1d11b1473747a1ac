import { addFigures, type Figures } from '../../domain/delivery/plays/figures.ts';
import { withTotals, type TitleTotal } from '../../domain/delivery/plays/top-titles.ts';
import { windowAfter } from '../../domain/delivery/plays/windows.ts';
import { monthOf } from '../../domain/counts/counted.ts';
import { optimistic } from '../../domain/optimistic.ts';
import type { StoredItem } from '../table/entity.ts';
import { conditionHolds, onConditionFailed, orRetry } from '../table/errors.ts';
import { followsVersion, type Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';
import {
  dayItem,
  figuresOf,
  monthItem,
  partitionOf,
  playedMonthEntity,
  rollupEntity,
  streamsEntity,
  topPlaysEntity,
  type Subject,
} from './play-statistics-entities.ts';

/** Figures that one update adds: with more, its expression would exceed DynamoDB's 4 KB. */
const FIGURES_AT_ONCE = 200;
const MONTHS = 'MONTHS';
/** The last day of a month, at most. */
const LAST_OF_MONTH = 31;

/** The part of the roll-up that an update belongs to: it changes each item once. */
export interface RollupStep {
  readonly shard: number;
  readonly window: string;
}

/** The first window of a shard that is not summed up. */
export interface ShardProgress extends RollupStep {
  /** The partition of the last title or segment that it was added to: they are in this order. */
  readonly after?: string | undefined;
}

/** An item after figures were added. */
interface Added {
  readonly item: StoredItem;
  readonly isCreated: boolean;
}

/** How far the months are summed up. */
export interface MonthState {
  readonly month?: string | undefined;
  readonly after?: string | undefined;
  readonly complete?: boolean | undefined;
}

/** Condition: the window was not added yet. Windows of a shard are added in order. */
const isMissing = (mark: string, window: string): Expression => ({
  expression: 'attribute_not_exists(#mark) OR #mark < :window',
  names: { '#mark': mark },
  values: { ':window': window },
});

/** Figures in parts, always the same parts for the same names. */
const partsOf = (figures: Figures): readonly Figures[] => {
  const entries = Object.entries(figures).sort(([a], [b]) => (a < b ? -1 : 1));
  const parts: Figures[] = [];
  for (let at = 0; at < entries.length; at += FIGURES_AT_ONCE)
    parts.push(Object.fromEntries(entries.slice(at, at + FIGURES_AT_ONCE)));
  return parts;
};

const readState = async (table: Table, part: string) => {
  const item = await table.get(rollupEntity.key({ part }), { consistent: true });
  return item && rollupEntity.parse(item);
};

/** The sums of months, for the writer. */
const createMonths = (table: Table) => ({
  /** PS7. How far the months are summed up. */
  monthState: async (): Promise<MonthState> => (await readState(table, MONTHS)) ?? {},

  /** PS8. Stores how far the months are summed up. */
  async saveMonthState(state: MonthState): Promise<void> {
    await table.put(rollupEntity.toItem({ part: MONTHS, ...state }));
  },

  /** PS9. Subjects with days in a month, in the order of their partitions, and the last of these partitions. */
  async subjects(
    month: string,
    after: string | undefined,
    limit: number,
  ): Promise<{ readonly subjects: readonly Subject[]; readonly last: string | undefined }> {
    const { pk: partition } = playedMonthEntity.key({ month, partition: 'any' });
    const { items, lastKey } = await table.query({ partition, after, limit, descending: false, consistent: true });
    const subjects = items.flatMap((item): readonly Subject[] => {
      const { content_id, dimension, value } = playedMonthEntity.parse(item);
      if (content_id !== undefined) return [{ content_id }];
      return dimension && value !== undefined ? [{ dimension, value }] : [];
    });
    return { subjects, last: lastKey ? items.at(-1)?.sk : undefined };
  },

  /**
   * PS10. Sets the month of a subject to the sum of its days. Nothing without days: those of deleted titles are
   * removed.
   */
  async setMonth(subject: Subject, month: string): Promise<void> {
    const request = { partition: partitionOf(subject), from: `${month}-01`, upTo: `${month}-${LAST_OF_MONTH}` };
    const items = await table.queryAll({ ...request, limit: LAST_OF_MONTH, descending: false, consistent: true });
    if (items.length > 0) await table.put(monthItem(subject, month, addFigures(...items.map(figuresOf))));
  },
});

export type PlayStatisticsWriter = ReturnType<typeof createPlayStatisticsWriter>;

/**
 * Sums of plays, written by the roll-up only. A step that is repeated changes nothing, because each item stores the
 * last window that was added of each shard. Numbers refer to access-patterns.md.
 */
export const createPlayStatisticsWriter = (table: Table) => {
  /**
   * Adds figures once for each step. Returns the item as it is then. A repeated step counts as the one that created
   * the item, because the first try may have ended right after that.
   */
  const add = async (item: StoredItem, figures: Figures, { shard, window }: RollupStep): Promise<Added> => {
    const { pk, sk, ...base } = item;
    let added: Added = { item, isCreated: false };
    for (const [index, part] of partsOf(figures).entries()) {
      const mark = index === 0 ? `w${shard}` : `w${shard}_${index}`;
      const { isCreated } = added;
      const change = { set: { ...base, [mark]: window }, add: { ...part, updates: 1 } };
      const written = table.update({ pk, sk }, change, isMissing(mark, window)).then((stored) => ({
        item: stored,
        isCreated: isCreated || stored['updates'] === 1,
      }));
      added = await onConditionFailed(written, (failure) => {
        if (!failure.item) throw failure;
        return { item: { ...item, ...failure.item }, isCreated: true };
      });
    }
    return added;
  };

  /** PS4. Records that the month of a subject must be summed up. */
  const listMonth = async (subject: Subject, month: string): Promise<void> => {
    await table.put(playedMonthEntity.toItem({ month, partition: partitionOf(subject), ...subject }));
  };

  return {
    /** PS1. How far a shard is summed up. Undefined before the first run. */
    async progress(shard: number): Promise<ShardProgress | undefined> {
      const { done_until: window, after } = (await readState(table, String(shard))) ?? {};
      return window === undefined ? undefined : { shard, window, after };
    },

    /** PS2. Records that all windows of a shard before `next` are summed up. An earlier time changes nothing. */
    async finish(shard: number, next: string): Promise<void> {
      const state = rollupEntity.toItem({ part: String(shard), done_until: next });
      await conditionHolds(table.put(state, isMissing('done_until', next)));
    },

    /** PS17. Records how much of a window is summed up, unless all of it is. */
    async saveProgress({ shard, window, after }: ShardProgress): Promise<void> {
      const state = rollupEntity.toItem({ part: String(shard), done_until: window, after });
      await conditionHolds(table.put(state, isMissing('done_until', windowAfter(window))));
    },

    /**
     * PS3. Adds figures to a day of a subject, once for each step. For a new day, records that the month of the subject
     * must be summed up (PS4). Returns the day's figures.
     */
    async addDay(subject: Subject, day: string, figures: Figures, step: RollupStep): Promise<Figures> {
      const { item, isCreated } = await add(dayItem(subject, day), figures, step);
      if (isCreated) await listMonth(subject, monthOf(day));
      return figuresOf(item);
    },

    /** PS5. Adds plays that were started in the step's window. */
    async addStreams(day: string, plays: number, step: RollupStep): Promise<void> {
      await add(streamsEntity.toItem({ day, window: step.window }), { plays }, step);
    },

    /** PS6. Brings totals of titles into the list of a day's most played ones. Can be repeated. */
    mergeTop: (day: string, totals: readonly TitleTotal[]): Promise<void> =>
      optimistic<void>(async () => {
        const item = await table.get(topPlaysEntity.key({ day }), { consistent: true });
        const { titles, version } = item ? topPlaysEntity.parse(item) : { titles: [], version: 0 };
        const merged = withTotals(titles, totals);
        if (!merged) return undefined;
        const next = topPlaysEntity.toItem({ day, titles: merged, version: version + 1 });
        return orRetry(table.put(next, followsVersion(version)));
      }),

    ...createMonths(table),

    /** PS11. Deletes the days and months of a deleted title. */
    async removeAll(contentId: string): Promise<void> {
      const partition = partitionOf({ content_id: contentId });
      const items = await table.queryAll({ partition, limit: 100, consistent: true });
      for (const { pk, sk } of items) await table.delete({ pk, sk });
    },
  };
};
