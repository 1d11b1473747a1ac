import { decide } from '../../../../lambdas/domain/billing/decide.ts';
import type { ProviderSubscription } from '../../../../lambdas/domain/billing/provider.ts';
import { syncBilling, type SyncDeps } from '../../../../lambdas/domain/billing/sync.ts';
import { createInterleaving } from '../../../support/billing/interleaving.ts';
import { createMemoryStore } from '../../../support/billing/memory-store.ts';
import { createProviderStub, inDays, NOW, someSubscription } from '../../../support/billing/provider-stub.ts';
import { createRandom } from '../../../support/random.ts';
import { rounds } from '../../../support/rounds.ts';

const USER = '00000000-0000-4000-8000-000000000001';
const CUSTOMER = 'cus_1';

/** What happens at the provider, in this order. Each sends an event. The last equals the third but one. */
const states: readonly ProviderSubscription[] = [
  someSubscription({ status: 'trialing', trial_start: inDays(-7), trial_end: inDays(7) }),
  someSubscription(),
  someSubscription({ plan: 'creator' }),
  someSubscription({ plan: 'creator', status: 'past_due', period_start: inDays(-8) }),
  someSubscription({ plan: 'creator' }),
];

/** All orders of the numbers below `count`. */
const ordersOf = (count: number): readonly (readonly number[])[] =>
  count === 0
    ? [[]]
    : ordersOf(count - 1).flatMap((order) =>
        Array.from({ length: count }, (_, index) => [...order.slice(0, index), count - 1, ...order.slice(index)]),
      );

/** Reads, writes and provider of one run, and what a consumer does with an event: `payload` is its state. */
type Consumer = (deps: SyncDeps, payload: ProviderSubscription) => Promise<unknown>;

/** Stores a subscription without a condition: whatever the version is by now. */
const overwrite = async ({ store }: SyncDeps, subscription: ProviderSubscription): Promise<void> => {
  const read = await store.read(USER);
  if (!read) throw new Error('The user has a record');
  const after = decide(
    read,
    { subscriptions: [subscription], invoices: [], checkout: undefined },
    { now: NOW, graceDays: 7 },
  );
  for (let version = read.version; !(await store.save({ ...read, version }, { ...after, version: version + 1 }));)
    version += 1;
};

const consumers = {
  sync: (deps) => syncBilling(deps, USER, { cause: 'test' }),
  /** A control: stores what the event says. */
  payload: (deps, payload) => overwrite(deps, payload),
  /** A control: reads the provider again, but stores without a condition. */
  rereading: async (deps) => {
    const { customer_id: id } = (await deps.store.read(USER)) ?? {};
    if (id === undefined) throw new Error('The user has a customer');
    const [subscription] = (await deps.provider.readCustomer(id))?.subscriptions ?? [];
    if (subscription) await overwrite(deps, subscription);
  },
} satisfies Readonly<Record<string, Consumer>>;

/**
 * Delivers the events in an order, each twice, while the changes happen at the provider. An event is delivered after
 * its change, and consumers run at the same time. Returns whether the record says what the provider says in the end.
 */
const endsRight = async (consumer: Consumer, order: readonly number[], random: () => number): Promise<boolean> => {
  const { gate, run } = createInterleaving(random);
  const { store, records, addCustomer } = createMemoryStore(gate);
  const { provider, subscriptions } = createProviderStub(gate);
  addCustomer(USER, CUSTOMER);
  const deps: SyncDeps = {
    store,
    provider,
    graceDays: 7,
    hash: async (text) => text,
    now: () => NOW,
    pause: async () => {},
  };
  let happened = 0;
  const duplicates = order.flatMap((event) => (random() < 0.5 ? [event, event] : [event]));
  const deliveries = [...duplicates, ...order.filter(() => random() < 0.5)];
  await run(
    deliveries.map((event) => async () => {
      while (happened <= event) {
        const state = states[happened];
        if (state) subscriptions.set(CUSTOMER, [state]);
        happened += 1;
      }
      const payload = states[event];
      if (payload) await consumer(deps, payload);
    }),
  );
  const { subscription, plan } = records.get(USER) ?? {};
  const live = states.at(-1);
  return subscription?.state === live?.status && plan === live?.plan;
};

const orders = ordersOf(states.length);
const seeds = Array.from({ length: rounds('seeds of the order of events', { quick: 3, full: 100 }) }, (_, i) => i + 1);

const wrongEnds = async (consumer: Consumer): Promise<number> => {
  let wrong = 0;
  for (const seed of seeds) {
    const random = createRandom(seed);
    for (const order of orders) if (!(await endsRight(consumer, order, random))) wrong += 1;
  }
  return wrong;
};

it('ends where the live subscription is, in all 120 orders of five events with duplicates', async () => {
  expect(orders).toHaveLength(120);
  expect(await wrongEnds(consumers.sync)).toBe(0);
});

it.each(['payload', 'rereading'] as const)(
  'fails with the naive consumer "%s", so the test finds races',
  async (name) => {
    const wrong = await wrongEnds(consumers[name]);
    console.log(`${name}: ${wrong} of ${seeds.length * orders.length} runs end wrong`);
    expect(wrong).toBeGreaterThan(0);
  },
);
