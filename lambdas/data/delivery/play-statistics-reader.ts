import { addFigures, type Figures } from '../../domain/delivery/plays/figures.ts';
import type { TitleTotal } from '../../domain/delivery/plays/top-titles.ts';
import { dayOf, SHARDS } from '../../domain/delivery/plays/windows.ts';
import type { StoredItem } from '../table/entity.ts';
import type { Table } from '../table/table.ts';
import {
  figuresOf,
  partitionOf,
  rollupEntity,
  streamsOf,
  topPlaysEntity,
  type Subject,
} from './play-statistics-entities.ts';

/** Days that are read at once: all that are kept. */
const DAYS = 100;
/** Months that are read: those of the last ten years. */
const MONTHS = 120;
/** What sort keys of months begin with. */
const MONTH_PREFIX = 'M#';
/** Windows of a day. */
const WINDOWS = 288;

/** The figures of a day, a month or a window. */
export interface PeriodFigures {
  /** `2026-11-28`, `2026-11` or the start of the window. */
  readonly period: string;
  readonly figures: Figures;
}

export type PlayStatisticsReader = ReturnType<typeof createPlayStatisticsReader>;

/** Sums of plays, for those who may see them. Numbers refer to access-patterns.md. */
export const createPlayStatisticsReader = (table: Table) => {
  const periodOf = (sk: string): string => sk.replace(/^M#/, '');
  const toPeriod = (item: StoredItem): PeriodFigures => ({ period: periodOf(item.sk), figures: figuresOf(item) });

  return {
    /** PS12. The days of a subject that have plays, both ends included, oldest first. */
    async days(subject: Subject, from: string, upTo: string): Promise<readonly PeriodFigures[]> {
      const request = { partition: partitionOf(subject), from, upTo, limit: DAYS, descending: false };
      return (await table.queryAll(request)).map(toPeriod);
    },

    /** PS13. The newest months of a subject that are summed up, oldest first. */
    async months(subject: Subject): Promise<readonly PeriodFigures[]> {
      const { items } = await table.query({ partition: partitionOf(subject), prefix: MONTH_PREFIX, limit: MONTHS });
      return items.map(toPeriod).reverse();
    },

    /** PS14. The plays that were started in the windows between two times (milliseconds), by window, oldest first. */
    async streams(from: number, upTo: number): Promise<readonly PeriodFigures[]> {
      const [first, last] = [new Date(from).toISOString(), new Date(upTo).toISOString()];
      const found = await Promise.all(
        [...new Set([dayOf(first), dayOf(last)])].map((day) =>
          table.queryAll({ partition: streamsOf(day), from: first, upTo: last, limit: WINDOWS, descending: false }),
        ),
      );
      return found.flat().map(toPeriod);
    },

    /** PS15. The most played titles of a day, most first; up to 100. */
    async top(day: string): Promise<readonly TitleTotal[]> {
      const item = await table.get(topPlaysEntity.key({ day }));
      return item ? topPlaysEntity.parse(item).titles : [];
    },

    /** PS16. The time up to which all plays are summed up; undefined before the first run. */
    async asOf(): Promise<string | undefined> {
      const items = await table.getMany(SHARDS.map((shard) => rollupEntity.key({ part: String(shard) })));
      const times = items.flatMap((item) => rollupEntity.parse(item).done_until ?? []);
      return times.length < SHARDS.length ? undefined : times.sort()[0];
    },
  };
};

/** The sum of the figures of periods. */
export const sumOfPeriods = (periods: readonly PeriodFigures[]): Figures =>
  addFigures(...periods.map(({ figures }) => figures));
