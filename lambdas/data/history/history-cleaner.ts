import { historyEntity } from './history-repository.ts';
import { createHistoryStateRepository } from './history-state-repository.ts';
import { key } from '../table/keys.ts';
import { positionEntity } from './position-repository.ts';
import { ConditionFailed } from '../table/errors.ts';
import type { Table } from '../table/table.ts';

/** Items of one reading: 1,000 entries are about half a megabyte. */
const READ_AT_ONCE = 1000;
/** Deletions under way at the same time. */
const AT_ONCE = 25;

export type HistoryCleaner = ReturnType<typeof createHistoryCleaner>;

/** Removes what cleared histories leave. */
export const createHistoryCleaner = (table: Table) => {
  const states = createHistoryStateRepository(table);

  /** Deletes one item, unless it was written anew since. */
  const removeOld = async (
    item: { readonly pk: string; readonly sk: string },
    attribute: string,
    until: string,
  ): Promise<void> => {
    try {
      await table.delete(
        { pk: item.pk, sk: item.sk },
        { expression: '#at <= :until', names: { '#at': attribute }, values: { ':until': until } },
      );
    } catch (error) {
      // It was watched again meanwhile, or another run removed it.
      if (!(error instanceof ConditionFailed)) throw error;
    }
  };

  const removeAll = async (userId: string, prefix: string, attribute: string, until: string): Promise<void> => {
    const request = { partition: key('USER', userId), prefix, limit: READ_AT_ONCE, consistent: true };
    for await (const items of table.pages(request)) {
      const old = items.filter((item) => String(item[attribute]) <= until);
      for (let start = 0; start < old.length; start += AT_ONCE) {
        await Promise.all(old.slice(start, start + AT_ONCE).map((item) => removeOld(item, attribute, until)));
      }
    }
  };

  return {
    /**
     * H12. Removes every entry and place of a person that is not newer than the last clearing. It may be asked again,
     * late and twice.
     */
    async removeCleared(userId: string): Promise<void> {
      const { cleared_at: until } = await states.read(userId);
      if (until === null) return;
      await removeAll(userId, `${historyEntity.type}#`, 'watched_at', until);
      await removeAll(userId, `${positionEntity.type}#`, 'updated_at', until);
    },
  };
};
