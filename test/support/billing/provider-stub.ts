import {
  CustomerMissing,
  type NewCheckout,
  type PaymentProvider,
  type PortalPage,
  type ProviderCheckout,
  type ProviderSubscription,
} from '../../../lambdas/domain/billing/provider.ts';
import type { Gate } from './memory-store.ts';

/** A time in November 2026, which tests take as the present. */
export const NOW = Date.parse('2026-11-23T12:00:00.000Z');

const DAY_MS = 24 * 60 * 60 * 1000;

/** A time some days from `NOW`, ISO 8601. */
export const inDays = (days: number): string => new Date(NOW + days * DAY_MS).toISOString();

/** An active subscription of Premium in the middle of its period, with changes. */
export const someSubscription = (changes: Partial<ProviderSubscription> = {}): ProviderSubscription => ({
  id: 'sub_1',
  status: 'active',
  plan: 'premium',
  item_id: 'si_1',
  created_at: inDays(-45),
  period_start: inDays(-15),
  period_end: inDays(15),
  trial_start: null,
  trial_end: null,
  cancels_at: null,
  next_plan: null,
  payment: null,
  card_fingerprint: null,
  ...changes,
});

/** A provider in memory. Opening a checkout again under the same id returns the first one, as Stripe does. */
export const createProviderStub = (gate: Gate = async () => {}) => {
  const customers = new Map<string, string>();
  const subscriptions = new Map<string, readonly ProviderSubscription[]>();
  const checkouts = new Map<string, { readonly opened: NewCheckout; status: ProviderCheckout['status'] }>();
  const portals: PortalPage[] = [];
  const emails: (readonly [customerId: string, email: string])[] = [];
  const deleted = new Set<string>();
  const requireCustomer = (id: string): void => {
    if (deleted.has(id)) throw new CustomerMissing('No such customer', 'resource_missing');
  };
  const viewOf = (id: string): ProviderCheckout => {
    const status = checkouts.get(id)?.status ?? 'expired';
    return { id: `cs_${id}`, status, url: status === 'open' ? `https://checkout.example/${id}` : null };
  };
  const idOf = (sessionId: string): string => sessionId.replace(/^cs_/, '');
  const provider: PaymentProvider = {
    async createCustomer({ user_id: userId, replaces }) {
      await gate('createCustomer');
      const key = replaces === undefined ? userId : `${userId} after ${replaces}`;
      const id = customers.get(key) ?? (replaces === undefined ? `cus_${userId.slice(-12)}` : `${replaces}_next`);
      customers.set(key, id);
      return id;
    },
    async updateCustomer(customerId, { email }) {
      await gate('updateCustomer');
      requireCustomer(customerId);
      emails.push([customerId, email]);
    },
    async readCustomer(customerId) {
      await gate('readCustomer');
      if (deleted.has(customerId)) return undefined;
      return { subscriptions: subscriptions.get(customerId) ?? [], invoices: [] };
    },
    async openCheckout(checkout) {
      await gate('openCheckout');
      requireCustomer(checkout.customer_id);
      const known = checkouts.get(checkout.id);
      if (!known) checkouts.set(checkout.id, { opened: checkout, status: 'open' });
      return viewOf(checkout.id);
    },
    async customerOf() {
      await gate('customerOf');
      return undefined;
    },
    async listEvents() {
      await gate('listEvents');
      return [];
    },
    async readCheckout(id) {
      await gate('readCheckout');
      return viewOf(idOf(id));
    },
    async expireCheckout(id) {
      await gate('expireCheckout');
      const found = checkouts.get(idOf(id));
      if (found?.status === 'open') found.status = 'expired';
    },
    async openPortal(customerId, page) {
      await gate('openPortal');
      requireCustomer(customerId);
      portals.push(page);
      return `https://portal.example/${page.page}`;
    },
    async deleteCustomer(id) {
      await gate('deleteCustomer');
      deleted.add(id);
    },
    async cancel(id) {
      await gate('cancel');
      for (const [customer, list] of subscriptions)
        subscriptions.set(
          customer,
          list.map((one) => (one.id === id ? { ...one, status: 'canceled' as const } : one)),
        );
    },
  };
  return {
    provider,
    customers,
    /** Ids of customers that the provider does not have any more. */
    deleted,
    subscriptions,
    checkouts,
    portals,
    /** The addresses that customers were given after they were created, in order. */
    emails,
    openCheckouts: (): readonly NewCheckout[] =>
      [...checkouts.values()].filter(({ status }) => status === 'open').map(({ opened }) => opened),
  };
};
