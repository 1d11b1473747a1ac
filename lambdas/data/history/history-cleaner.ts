import { historyEntity } from './history-repository.ts';
import { createHistoryStateRepository } from './history-state-repository.ts';
import { positionEntity } from './position-repository.ts';
import type { ItemKey } from '../table/entity.ts';
import { ignoreConditionFailed } from '../table/errors.ts';
import { key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

/** Items per query: 1,000 entries are about half a megabyte. */
const READ_AT_ONCE = 1000;
/** Maximum number of concurrent deletions. */
const AT_ONCE = 25;

export type HistoryCleaner = ReturnType<typeof createHistoryCleaner>;

/** Removes the items of cleared histories. */
export const createHistoryCleaner = (table: Table) => {
  const states = createHistoryStateRepository(table);

  /** Deletes one item, unless it was written again since or another run has deleted it. */
  const removeOld = ({ pk, sk }: ItemKey, attribute: string, until: string): Promise<void> =>
    ignoreConditionFailed(
      table.delete(
        { pk, sk },
        { expression: '#at <= :until', names: { '#at': attribute }, values: { ':until': until } },
      ),
    );

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
     * H12. Removes a user's entries and playback positions up to the last clearing. Late and repeated calls are
     * harmless.
     */
    async removeCleared(userId: string): Promise<void> {
      const { cleared_at: until } = await states.read(userId);
      if (until === null) return;
      await removeAll(userId, `${historyEntity.type}#`, 'watched_at', until);
      await removeAll(userId, `${positionEntity.type}#`, 'updated_at', until);
    },
  };
};
