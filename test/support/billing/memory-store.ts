import { newBillingRecord, type BillingEntry, type BillingRecord } from '../../../lambdas/domain/billing/record.ts';
import type { BillingStore } from '../../../lambdas/domain/billing/store.ts';

/** Runs before each call, with its name: a place to wait, or to fail. */
export type Gate = (call: string) => Promise<void>;

/** A store in memory, with the conditions of the table. `gate` runs before each call. */
export const createMemoryStore = (gate: Gate = async () => {}) => {
  const records = new Map<string, BillingRecord>();
  const entries = new Map<string, BillingEntry>();
  const cards = new Map<string, string>();
  const addresses = new Set<string>();
  const emails = new Map<string, string>();
  const store: BillingStore = {
    async read(userId) {
      await gate('read');
      return records.get(userId);
    },
    async save(before, after, added = []) {
      await gate('save');
      if ((records.get(before.user_id)?.version ?? 0) !== before.version) return false;
      records.set(after.user_id, after);
      for (const entry of added) entries.set(`${entry.at}#${entry.id}`, entry);
      return true;
    },
    async emailOf(userId) {
      await gate('emailOf');
      return emails.get(userId);
    },
    async claimCard(cardHash, userHash) {
      await gate('claimCard');
      const owner = cards.get(cardHash) ?? userHash;
      cards.set(cardHash, owner);
      return owner === userHash;
    },
    async markAddress(hash) {
      await gate('markAddress');
      addresses.add(hash);
    },
    async hasAddressMark(hash) {
      await gate('hasAddressMark');
      return addresses.has(hash);
    },
  };
  return {
    store,
    records,
    entries: (): readonly BillingEntry[] => [...entries.values()],
    addresses,
    /** The addresses of users. */
    emails,
    /** Stores a record of a customer who has not bought anything yet. */
    addCustomer: (userId: string, customerId: string): void =>
      void records.set(userId, { ...newBillingRecord(userId, 'free'), version: 1, customer_id: customerId }),
  };
};
