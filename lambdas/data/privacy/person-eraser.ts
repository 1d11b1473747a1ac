import { expiryOf } from '../../contract/retention.ts';
import { newAccountRights } from '../../domain/accounts/actor.ts';
import { counterChanges } from '../../domain/billing/counters.ts';
import { newBillingRecord } from '../../domain/billing/record.ts';
import { optimistic } from '../../domain/optimistic.ts';
import { isBehavior } from '../../domain/security/event.ts';
import { createCountsRepository } from '../admin/counts-repository.ts';
import { billingCountsEntity, billingEntity } from '../billing/billing-entities.ts';
import { createPlaylistCleaner } from '../library/playlist-cleaner.ts';
import { rightsEntity } from '../people/rights-repository.ts';
import type { ItemKey, PersonIds, StoredItem, StoredKind } from '../table/entity.ts';
import { orRetry } from '../table/errors.ts';
import { exists } from '../table/expressions.ts';
import { tableDefinition } from '../table/table-definition.ts';
import type { Table } from '../table/table.ts';
import { removeDecision } from './consent-repository.ts';
import { personItems } from './person-items.ts';

/** Concurrent deletions. */
const AT_ONCE = 25;

/** Removes an item of a kind in a way of its own. */
type Remove = (item: StoredItem, userId: string, now: number) => Promise<void>;

/** Removes a billing record together with its part of the counters. */
const removeBilling =
  (table: Table): Remove =>
  (_item, userId) =>
    optimistic<void>(async () => {
      const stored = await table.get(billingEntity.key({ user_id: userId }), { consistent: true });
      if (!stored) return undefined;
      const record = billingEntity.parse(stored);
      const counts = counterChanges(record, newBillingRecord(userId, 'free'));
      return orRetry(
        table.transact([
          table.write.delete(billingEntity.key(record), {
            expression: '#version = :version',
            names: { '#version': 'version' },
            values: { ':version': record.version },
          }),
          ...(Object.keys(counts).length > 0
            ? [table.write.update(billingCountsEntity.key({}), { add: counts }, exists)]
            : []),
        ]),
      );
    });

/** Whether an erasure removes an item: of a kind that is kept, only what was stored by consent alone. */
const isRemoved = ({ type, onErase }: StoredKind, item: StoredItem): boolean =>
  onErase === 'delete' || (type === 'SECURITY_EVENT' && isBehavior(item['event_type']));

/** The kinds that are more than one item, or are counted. */
const specialRemovals = (table: Table): Readonly<Record<string, Remove>> => {
  const counts = createCountsRepository(table);
  const cleaner = createPlaylistCleaner(table);
  return {
    BILLING: removeBilling(table),
    COUNTED: (_item, userId) => counts.update({ thing: 'user', id: userId }, async () => undefined),
    PLAYLIST: ({ pk }) => cleaner.removeRest(pk.slice(pk.indexOf('#') + 1)),
    // Replaced by a lock, once nothing else is left.
    RIGHTS: (_item, userId, now) => removeDecision(table, userId, now),
  };
};

export type PersonEraser = ReturnType<typeof createPersonEraser>;

/** Removes the items of a user. Every method can be repeated. Numbers refer to access-patterns.md. */
export const createPersonEraser = (table: Table) => {
  const special = specialRemovals(table);
  const remove = ({ type }: StoredKind, item: StoredItem, userId: string, now: number): Promise<void> =>
    special[type]?.(item, userId, now) ?? table.delete({ pk: item.pk, sk: item.sk } satisfies ItemKey);

  return {
    /**
     * PI2. Removes all items of a user whose rule is to delete them, except the rights, and what they add to counters.
     * Also removes the loads of the site and the anomalies of behavior, which were stored by consent.
     * `now` in milliseconds.
     */
    async removeItems(person: PersonIds, now: number): Promise<void> {
      for await (const { kind, items } of personItems(table, person)) {
        const removed = items.filter((item) => isRemoved(kind, item));
        for (let start = 0; start < removed.length; start += AT_ONCE)
          await Promise.all(
            removed.slice(start, start + AT_ONCE).map((item) => remove(kind, item, person.userId, now)),
          );
      }
    },

    /**
     * PI3. Replaces a user's rights by a lock, which rejects access tokens that were issued before. Without it, such a
     * token would belong to a new account. The lock expires after the tokens.
     */
    async lock(userId: string, now: number): Promise<void> {
      const rights = { ...newAccountRights(userId), disabled: true, erasing: true };
      await table.put({
        ...rightsEntity.toItem(rights),
        [tableDefinition.timeToLiveAttribute]: expiryOf(now, 'erased_locks'),
      });
    },
  };
};
