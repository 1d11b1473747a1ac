import type { BillingEntry, BillingRecord } from '../../domain/billing/record.ts';
import type { BillingStore } from '../../domain/billing/store.ts';
import type { Logger } from '../../domain/logger.ts';
import { profileEntity } from '../people/profile-repository.ts';
import { conditionHolds, onConditionFailed } from '../table/errors.ts';
import { isNew } from '../table/expressions.ts';
import { parseList, type Table } from '../table/table.ts';
import {
  addressTrialEntity,
  BILLING_DUE,
  billingEntity,
  billingEntryEntity,
  cardTrialEntity,
  stripeCustomerEntity,
} from './billing-entities.ts';
import { billingWrites } from './billing-writes.ts';

export type BillingRepository = ReturnType<typeof createBillingRepository>;

/** Plans and subscriptions of users. Numbers refer to access-patterns.md. */
export const createBillingRepository = (table: Table, logger: Logger) => {
  const store: BillingStore = {
    /** BL1. A user's record, strongly consistent; 1 RRU. */
    async read(userId) {
      const item = await table.get(billingEntity.key({ user_id: userId }), { consistent: true });
      return item && billingEntity.parse(item);
    },

    /** BL2. Replaces a record with the plan that calls read, in one transaction. */
    save: (before, after, entries = []) => conditionHolds(table.transact(billingWrites(table, before, after, entries))),

    /** A4. The address in a user's profile, strongly consistent; 1 RRU. */
    async emailOf(userId) {
      const item = await table.get(profileEntity.key({ id: userId }), { consistent: true });
      return item && profileEntity.parse(item).email;
    },

    /** BL3. Records the card of a trial, unless another user's trial used it. */
    async claimCard(cardHash, userHash, at) {
      const item = cardTrialEntity.toItem({ card_hash: cardHash, user_hash: userHash, at });
      return onConditionFailed(
        table.put(item, isNew).then(() => true),
        ({ item: claimed }) => claimed?.['user_hash'] === userHash,
      );
    },

    /** BL4. Records the address of a trial. */
    async markAddress(addressHash, at) {
      await table.put(addressTrialEntity.toItem({ address_hash: addressHash, at }));
    },

    /** BL5. Whether the owner of an address had a trial; 0.5 RRU. */
    async hasAddressMark(addressHash) {
      return (await table.get(addressTrialEntity.key({ address_hash: addressHash }))) !== undefined;
    },
  };
  return {
    ...store,

    /** BL6. The user of a customer; undefined for one of another stage, or of an erased user. 0.5 RRU. */
    async userOf(customerId: string): Promise<string | undefined> {
      const item = await table.get(stripeCustomerEntity.key({ customer_id: customerId }));
      return item && stripeCustomerEntity.parse(item).user_id;
    },

    /** BL11. Whether an entry is in the history of its user; 0.5 RRU. */
    async hasEntry(entry: Pick<BillingEntry, 'user_id' | 'at' | 'id'>): Promise<boolean> {
      return (await table.get(billingEntryEntity.key(entry))) !== undefined;
    },

    /** BL7. Records that must be looked at again, longest due first. `~` sorts after the `#` that follows the time. */
    async listDue(now: string, limit: number): Promise<readonly BillingRecord[]> {
      const { items } = await table.query({
        index: 'gsi1',
        partition: BILLING_DUE,
        upTo: `${now}~`,
        limit,
        descending: false,
      });
      return parseList(billingEntity, items, (count) => logger.error('Corrupt billing records', { count }));
    },
  };
};
