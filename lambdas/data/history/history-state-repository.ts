import * as z from 'zod/mini';
import { Timestamp, UserId } from '../../contract/shared.ts';
import { defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { ignoreConditionFailed } from '../table/errors.ts';
import type { Change, Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';

/**
 * Whether a user paused or cleared their history. After a clearing it is also in the index among the entries; older
 * entries are not shown.
 */
export const historyStateEntity = defineEntity({
  type: 'HISTORY_STATE',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'owner' },
  onErase: 'delete',
  exportView: ({ paused_at, cleared_at }) => ({ paused_at, cleared_at }),
  schema: z.object({ user_id: UserId, paused_at: z.optional(Timestamp), cleared_at: z.optional(Timestamp) }),
  key: (ids: { user_id: string }) => ({ pk: key('USER', ids.user_id), sk: 'HISTORY_STATE' }),
  indexes: {
    // "~" sorts after every content id, so entries of the same millisecond are cleared too.
    gsi1: ({ user_id: id, cleared_at: at }) =>
      at === undefined ? undefined : { pk: key('HISTORY', id), sk: key(at, '~') },
  },
});

/** The state of a user's history. */
export interface HistoryState {
  /** When recording was paused, ISO 8601; null while the history is recorded. */
  readonly paused_at: string | null;
  /** When the history was last cleared, ISO 8601; entries up to then count as deleted. Null when it never was. */
  readonly cleared_at: string | null;
}

export type HistoryStateRepository = ReturnType<typeof createHistoryStateRepository>;

/** States of watch histories. Numbers refer to access-patterns.md. */
export const createHistoryStateRepository = (table: Table) => {
  /** Creates or changes the item, unless it already is as requested. */
  const change = (userId: string, set: Change['set'], condition: Expression): Promise<void> =>
    ignoreConditionFailed(
      table.update(
        historyStateEntity.key({ user_id: userId }),
        { set: { user_id: userId, ...historyStateEntity.stamp, ...set } },
        condition,
      ),
    );

  return {
    /** H3. The state of a user's history; 1 RRU, or 0.5 unless `consistent`. */
    async read(userId: string, { consistent = true }: { readonly consistent?: boolean } = {}): Promise<HistoryState> {
      const item = await table.get(historyStateEntity.key({ user_id: userId }), { consistent });
      const { paused_at: pausedAt = null, cleared_at: clearedAt = null } = item ? historyStateEntity.parse(item) : {};
      return { paused_at: pausedAt, cleared_at: clearedAt };
    },

    /** H5. Pauses or resumes recording. */
    async setPaused(userId: string, paused: boolean, now: string): Promise<void> {
      const names = { '#paused': 'paused_at' };
      await (paused
        ? change(userId, { paused_at: now }, { expression: 'attribute_not_exists(#paused)', names })
        : change(userId, { paused_at: undefined }, { expression: 'attribute_exists(#paused)', names }));
    },

    /** H6. Clears a user's history: readers ignore everything up to now. A worker deletes the items later. */
    async clear(userId: string, now: string): Promise<void> {
      const index = historyStateEntity.indexAttributes({ user_id: userId, cleared_at: now });
      await change(
        userId,
        { cleared_at: now, ...index },
        {
          expression: 'attribute_not_exists(#cleared) OR #cleared < :now',
          names: { '#cleared': 'cleared_at' },
          values: { ':now': now },
        },
      );
    },
  };
};
