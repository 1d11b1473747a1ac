import { batchesOf } from '../../domain/batches.ts';
import { idOf, subjectOf, type SumSubject } from '../../domain/delivery/logs/subjects.ts';
import type { Table } from '../table/table.ts';
import { deliveredEntity, monthStateEntity } from './delivery-entities.ts';

/** How far the months of titles and creators are summed up. */
export interface MonthState {
  /** All months before this one (`2026-11`) are summed up. */
  readonly month: string;
  /** The last title or creator of the month that is summed up; undefined before the first. */
  readonly after?: string | undefined;
}

/** Titles and creators that are recorded at a time. */
const AT_ONCE = 25;

/** Which titles and creators have days in a month, and how far their months are, for the delivery's repository. */
export const createMonthProgress = (table: Pick<Table, 'get' | 'getMany' | 'put' | 'query'>) => ({
  /** DV9. Records that the month of titles and creators must be summed up. Writes only what is not recorded yet. */
  async recordSubjects(month: string, subjects: readonly SumSubject[]): Promise<void> {
    const rows = subjects.map((subject) => ({ month, subject: idOf(subject) }));
    const stored = await table.getMany(rows.map(deliveredEntity.key));
    const known = new Set(stored.map(({ sk }) => sk));
    const missing = rows.filter(({ subject }) => !known.has(subject));
    for (const batch of batchesOf(missing, AT_ONCE))
      await Promise.all(batch.map((row) => table.put(deliveredEntity.toItem(row))));
  },

  /** DV10. Titles and creators with days in a month, in the order of their ids; the last id of a page with a next. */
  async subjects(
    month: string,
    after: string | undefined,
    limit: number,
  ): Promise<{ readonly subjects: readonly SumSubject[]; readonly last: string | undefined }> {
    const { pk: partition } = deliveredEntity.key({ month, subject: '' });
    const { items, lastKey } = await table.query({ partition, after, limit, descending: false, consistent: true });
    return { subjects: items.map(({ sk }) => subjectOf(sk)), last: lastKey ? items.at(-1)?.sk : undefined };
  },

  /** DV11. How far the months of titles and creators are summed up; undefined before the first run. */
  async monthState(): Promise<MonthState | undefined> {
    const item = await table.get(monthStateEntity.key({}), { consistent: true });
    return item && monthStateEntity.parse(item);
  },

  /** DV12. Stores how far the months of titles and creators are summed up. */
  async saveMonthState(state: MonthState): Promise<void> {
    await table.put(monthStateEntity.toItem(state));
  },
});
