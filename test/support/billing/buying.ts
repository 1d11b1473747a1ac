import type { PlanChoice } from '../../../lambdas/contract/people/billing.ts';
import { createCheckout, type CheckoutDeps } from '../../../lambdas/domain/billing/checkout.ts';
import { newBillingRecord } from '../../../lambdas/domain/billing/record.ts';
import { syncBilling } from '../../../lambdas/domain/billing/sync.ts';
import { createMemoryStore, type Gate } from './memory-store.ts';
import { createProviderStub, NOW } from './provider-stub.ts';

/** Who buys. */
export const USER = '00000000-0000-4000-8000-000000000001';
/** Their customer at the provider. */
export const CUSTOMER = 'cus_000000000001';

/** A user who buys from a provider in memory. `gate` runs before each call. */
export const setUpBuying = (gate?: Gate) => {
  const memory = createMemoryStore(gate);
  const stub = createProviderStub(gate);
  let time = NOW;
  let ids = 0;
  const deps: CheckoutDeps = {
    store: memory.store,
    provider: stub.provider,
    graceDays: 7,
    hash: async (text) => `hash of ${text}`,
    now: () => time,
    pause: async () => {},
    newId: () => `checkout-${(ids += 1)}`,
  };
  const buyAs = (
    userId: string,
    choice: PlanChoice,
    changed: Partial<CheckoutDeps> = {},
    email = `${userId}@example.com`,
  ) =>
    createCheckout({ ...deps, ...changed }, { userId, email, name: 'Ada' }, choice, async () =>
      newBillingRecord(userId, 'free'),
    );
  return {
    ...memory,
    ...stub,
    deps,
    buyAs,
    buy: (choice: PlanChoice, changed?: Partial<CheckoutDeps>) => buyAs(USER, choice, changed),
    sync: (changed: Partial<CheckoutDeps> = {}) => syncBilling({ ...deps, ...changed }, USER, { cause: 'test' }),
    later: (ms: number): void => void (time += ms),
  };
};

export type Buying = ReturnType<typeof setUpBuying>;
