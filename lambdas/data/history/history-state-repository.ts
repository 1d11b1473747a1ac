import * as z from 'zod/mini';
import { Timestamp, UserId } from '../../contract/shared.ts';
import { defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { ConditionFailed } from '../table/errors.ts';
import type { Change, Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';

/**
 * What a person decided about the own history. Once it was cleared it also stands among the entries, where it ends
 * them: nothing older is shown.
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
    // "~" comes after every content id: what was watched in that very millisecond is cleared too.
    gsi1: ({ user_id: id, cleared_at: at }) =>
      at === undefined ? undefined : { pk: key('HISTORY', id), sk: key(at, '~') },
  },
});

/** How a person's history stands. */
export interface HistoryState {
  /** Since when nothing is recorded, ISO 8601; null while it is. */
  readonly paused_at: string | null;
  /** What is not newer than this is gone; null when it was never cleared. */
  readonly cleared_at: string | null;
}

export type HistoryStateRepository = ReturnType<typeof createHistoryStateRepository>;

/** Whether people's histories are recorded, and from when on. Numbers are those of access-patterns.md. */
export const createHistoryStateRepository = (table: Table) => {
  /** True when it changed, false when it was so already. */
  const change = async (userId: string, { set, ...rest }: Change, condition: Expression): Promise<boolean> => {
    try {
      await table.update(
        historyStateEntity.key({ user_id: userId }),
        { ...rest, set: { user_id: userId, ...historyStateEntity.stamp, ...set } },
        condition,
      );
      return true;
    } catch (error) {
      if (error instanceof ConditionFailed) return false;
      throw error;
    }
  };

  return {
    /** H3. How a person's history stands, at this very moment unless `consistent` is false; 1 RRU, or 0.5. */
    async read(userId: string, { consistent = true }: { readonly consistent?: boolean } = {}): Promise<HistoryState> {
      const item = await table.get(historyStateEntity.key({ user_id: userId }), { consistent });
      const { paused_at: pausedAt = null, cleared_at: clearedAt = null } = item ? historyStateEntity.parse(item) : {};
      return { paused_at: pausedAt, cleared_at: clearedAt };
    },

    /** H5. Stops recording, or goes on with it. */
    async setPaused(userId: string, paused: boolean, now: string): Promise<void> {
      const names = { '#paused': 'paused_at' };
      await (paused
        ? change(userId, { set: { paused_at: now } }, { expression: 'attribute_not_exists(#paused)', names })
        : change(userId, { set: { paused_at: undefined } }, { expression: 'attribute_exists(#paused)', names }));
    },

    /** H6. Empties a person's history: whatever is not newer than now is gone for every reader at once. */
    async clear(userId: string, now: string): Promise<void> {
      const index = historyStateEntity.indexAttributes({ user_id: userId, cleared_at: now });
      await change(
        userId,
        { set: { cleared_at: now, ...index } },
        {
          expression: 'attribute_not_exists(#cleared) OR #cleared < :now',
          names: { '#cleared': 'cleared_at' },
          values: { ':now': now },
        },
      );
    },
  };
};
