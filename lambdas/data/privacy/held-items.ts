import { batchesOf } from '../../domain/batches.ts';
import { securityEventEntity } from '../admin/security-event-repository.ts';
import { historyEntity } from '../history/history-repository.ts';
import { positionEntity } from '../history/position-repository.ts';
import { queueEntity } from '../history/queue-repository.ts';
import type { Entity, StoredItem } from '../table/entity.ts';
import { ignoreConditionFailed } from '../table/errors.ts';
import { tableDefinition } from '../table/table-definition.ts';
import type { Table } from '../table/table.ts';
import { readHold } from './legal-hold-repository.ts';
import { personItems } from './person-items.ts';

/** Concurrent writes. */
const AT_ONCE = 25;
const TIME_TO_LIVE = tableDefinition.timeToLiveAttribute;

/** An entity, and when a stored item of it expires by its rule (epoch seconds); undefined for a corrupt one. */
const expiring = <V extends object, K>(entity: Entity<V, K>) => ({
  type: entity.type,
  expiryOf(item: StoredItem): number | undefined {
    const value = entity.tryParse(item);
    // The value contains the fields of its key.
    return value && Number(entity.toItem(value as V & K)[TIME_TO_LIVE]);
  },
});

/**
 * What the cleanup removes of a user. The table's time to live removes it too, which a legal hold must prevent.
 * `test/unit/data/retention.test.ts` names the same kinds.
 */
const kinds = new Map(
  [expiring(historyEntity), expiring(positionEntity), expiring(queueEntity), expiring(securityEventEntity)].map(
    (kind) => [kind.type, kind],
  ),
);

export type HeldItems = ReturnType<typeof createHeldItems>;

/** The time to live of what a legal hold keeps. Numbers refer to access-patterns.md. */
export const createHeldItems = (table: Table) => {
  /** Sets or removes the time to live of an item, unless it was written meanwhile. */
  const change = (item: StoredItem, expires: number | undefined): Promise<void> => {
    const before = item[TIME_TO_LIVE];
    const names = { '#pk': tableDefinition.partitionKey, '#at': TIME_TO_LIVE };
    return ignoreConditionFailed(
      table.update(
        { pk: item.pk, sk: item.sk },
        { set: { [TIME_TO_LIVE]: expires } },
        before === undefined
          ? { expression: 'attribute_exists(#pk) AND attribute_not_exists(#at)', names }
          : { expression: 'attribute_exists(#pk) AND #at = :at', names, values: { ':at': before } },
      ),
    );
  };

  return {
    /**
     * LH6. Lets a user's items expire, or not, as their legal hold requires. Items that were stored during a hold have
     * a time to live, so this is repeated daily. Can be repeated and aborted. `now` in milliseconds.
     */
    async follow(userId: string, now: number): Promise<void> {
      const isHeld = (await readHold(table, userId)) !== undefined;
      const soonest = Math.ceil(now / 1000);
      // DynamoDB ignores a time to live of more than five years ago.
      const expiryOf = (expires: number | undefined): number | undefined => expires && Math.max(expires, soonest);
      for await (const { kind, items } of personItems(table, { userId, email: '' }, ({ type }) => kinds.has(type))) {
        const rule = kinds.get(kind.type);
        const wrong = rule ? items.filter((item) => (item[TIME_TO_LIVE] !== undefined) === isHeld) : [];
        for (const batch of batchesOf(wrong, AT_ONCE))
          await Promise.all(batch.map((item) => change(item, isHeld ? undefined : expiryOf(rule?.expiryOf(item)))));
      }
    },
  };
};
