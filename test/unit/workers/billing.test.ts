import { newBillingRecord } from '../../../lambdas/domain/billing/record.ts';
import { ProviderUnreachable, type ProviderEvent } from '../../../lambdas/domain/billing/provider.ts';
import { createLogger } from '../../../lambdas/platform/logger.ts';
import { reconcile } from '../../../lambdas/workers/billing-reconcile/reconcile.ts';
import { parseEvent } from '../../../lambdas/workers/billing-sync/message.ts';
import { syncCustomer } from '../../../lambdas/workers/billing-sync/sync-customer.ts';
import { createMemoryStore } from '../../support/billing/memory-store.ts';
import { createProviderStub, inDays, NOW, someSubscription } from '../../support/billing/provider-stub.ts';

const USER = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';

const setUp = (keys = true) => {
  const memory = createMemoryStore();
  const stub = createProviderStub();
  let events: readonly ProviderEvent[] = [];
  let listing: Error | undefined;
  let time = NOW;
  const listed: string[] = [];
  const lines: string[] = [];
  memory.addCustomer(USER, 'cus_1');
  memory.addCustomer(OTHER, 'cus_2');
  const userOf = async (customer: string) => ({ cus_1: USER, cus_2: OTHER })[customer];
  const parts = {
    store: memory.store,
    stripe: {
      within: () => ({
        ...stub.provider,
        customerOf: async (id: string) => (id === 'du_1' ? 'cus_1' : undefined),
        listEvents: async (since: string) => {
          listed.push(since);
          if (listing) throw listing;
          return events;
        },
      }),
    },
    settings: { read: async () => (keys ? { apiKey: '', webhookSecrets: [], trialKey: '' } : undefined) },
    graceDays: 7,
    hash: async (text: string) => text,
    now: () => time,
    pause: async () => {},
    logger: createLogger('warn', {}, (line) => lines.push(line)),
  };
  const due = async (_now: string, limit: number) =>
    [...memory.records.values()].filter(({ next_look_at: at }) => at && Date.parse(at) <= time).slice(0, limit);
  return {
    ...memory,
    ...stub,
    listed,
    /** Log lines that warn of lost events. */
    warnings: () => lines.filter((line) => line.includes('were lost')).map((line) => JSON.parse(line) as object),
    follow: (event: Partial<Parameters<typeof syncCustomer>[1]> = {}) =>
      syncCustomer(
        { ...parts, customers: { userOf } },
        {
          eventId: 'evt_1',
          type: 'customer.subscription.updated',
          at: inDays(0),
          objectId: 'sub_1',
          customerId: 'cus_1',
          ...event,
        },
      ),
    reconcile: () => {
      const hasEntry = async ({ user_id: userId, at, id }: { user_id: string; at: string; id: string }) =>
        memory.entries().some((entry) => entry.user_id === userId && entry.at === at && entry.id === id);
      return reconcile({ ...parts, records: { read: memory.store.read, userOf, hasEntry, listDue: due } });
    },
    happen: (...happened: readonly ProviderEvent[]) => void (events = happened),
    failListing: (error: Error): void => void (listing = error),
    later: (ms: number): void => void (time += ms),
  };
};

const someEvent = (customerId: string | null, at: string): ProviderEvent => ({
  id: `evt_${customerId}`,
  type: 'invoice.paid',
  at,
  objectId: 'in_1',
  customerId,
});

describe('an event of Stripe', () => {
  it('updates the plan of its customer', async () => {
    const { follow, subscriptions, records } = setUp();
    subscriptions.set('cus_1', [someSubscription()]);
    await follow();
    expect(records.get(USER)).toMatchObject({ plan: 'premium', source: 'stripe' });
  });

  it("of an unknown customer, such as another stage's, changes nothing", async () => {
    const { follow, records } = setUp();
    const before = new Map(records);
    await follow({ customerId: 'cus_foreign' });
    expect(records).toEqual(before);
  });

  it('of an erased user changes nothing', async () => {
    const { follow, records } = setUp();
    records.delete(USER);
    await follow();
    expect(records.has(USER)).toBe(false);
  });

  it.each([
    ['charge.refunded', 'ch_1', 'cus_1', 'refund'],
    ['charge.dispute.created', 'du_1', null, 'dispute'],
  ])('%s is recorded in the history once, however often it arrives', async (type, objectId, customerId, kind) => {
    const { follow, entries } = setUp();
    for (let i = 0; i < 3; i += 1) await follow({ type, objectId, customerId });
    expect(entries()).toMatchObject([
      { kind, id: 'evt_1', at: inDays(0), cause: type, object_id: objectId, plan_after: 'free' },
    ]);
  });

  it.each([
    ['two subscriptions', [someSubscription(), someSubscription({ id: 'sub_2', plan: 'creator' })], 'creator'],
    ['an unknown price', [someSubscription({ plan: undefined })], 'free'],
  ])('with %s updates the plan first, and then fails until an operator has acted', async (_name, list, plan) => {
    const { follow, subscriptions, records, entries } = setUp();
    subscriptions.set('cus_1', list);
    for (let i = 0; i < 3; i += 1) await expect(follow()).rejects.toThrow('cus_1 needs an operator');
    expect(records.get(USER)?.plan).toBe(plan);
    expect(entries().filter(({ kind }) => kind === 'alert')).toHaveLength(1);
    subscriptions.set('cus_1', [someSubscription()]);
    await follow();
  });

  it('is rejected when it is not one of ours', () => {
    const detail = { eventId: 'evt_1', type: 't', at: inDays(0), objectId: 'sub_1', customerId: null };
    const ours = { source: 'soundstage', 'detail-type': 'StripeEventReceived.v1', detail };
    expect(parseEvent(ours)).toEqual(detail);
    expect(() => parseEvent({ ...ours, source: 'else' })).toThrow();
    expect(() => parseEvent({ ...ours, detail: { ...detail, objectId: 1 } })).toThrow();
  });
});

describe('the reconciler', () => {
  it('updates the plans whose events were lost, and no others', async () => {
    const { reconcile: run, subscriptions, records, happen, listed, warnings } = setUp();
    subscriptions.set('cus_1', [someSubscription()]);
    const other = records.get(OTHER);
    if (other) records.set(OTHER, { ...other, synced_at: inDays(0) });
    happen(someEvent('cus_1', inDays(-0.01)), someEvent('cus_2', inDays(-0.01)), someEvent('cus_foreign', inDays(0)));
    await run();
    expect(records.get(USER)?.plan).toBe('premium');
    expect(records.get(OTHER)?.version).toBe(1);
    expect(listed).toEqual([new Date(NOW - 2 * 3_600_000).toISOString()]);
    await run();
    expect(warnings()).toMatchObject([{ level: 'warn', missedUsers: 1, lostNotes: 0 }]);
  });

  it.each([
    ['refund', 'charge.refunded', 'ch_1', 'cus_1'],
    ['dispute', 'charge.dispute.created', 'du_1', null],
  ])(
    'adds a %s whose event was lost to the history once, also after a later event',
    async (kind, type, objectId, customerId) => {
      const { reconcile: run, follow, entries, happen, later, warnings } = setUp();
      const lost = { id: 'evt_lost', type, at: inDays(-0.01), objectId, customerId };
      happen(lost);
      await follow();
      for (let runs = 0; runs < 3; runs += 1) {
        later(3_600_000);
        await run();
      }
      expect(entries().filter((entry) => entry.kind === kind)).toMatchObject([
        { id: 'evt_lost', at: lost.at, cause: type, object_id: objectId },
      ]);
      expect(warnings()).toMatchObject([{ level: 'warn', missedUsers: 0, lostNotes: 1 }]);
    },
  );

  it('fails, in every run and its retries, until an operator has acted', async () => {
    const { reconcile: run, subscriptions, records, happen, later } = setUp();
    subscriptions.set('cus_1', [someSubscription(), someSubscription({ id: 'sub_2', plan: 'creator' })]);
    happen(someEvent('cus_1', inDays(0)));
    for (let runs = 0; runs < 3; runs += 1) {
      await expect(run()).rejects.toThrow();
      // Lambda waits a minute before it tries again.
      later(60_000);
    }
    expect(records.get(USER)?.plan).toBe('creator');
    subscriptions.set('cus_1', [someSubscription()]);
    await run();
    expect(records.get(USER)?.alerts).toBeUndefined();
  });

  it('updates more due records than a page has, each once', async () => {
    const { reconcile: run, records } = setUp();
    records.clear();
    const ids = Array.from({ length: 450 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
    for (const id of ids) records.set(id, { ...newBillingRecord(id, 'free'), version: 1, next_look_at: inDays(-1) });
    await run();
    expect(new Set([...records.values()].map(({ version }) => version))).toEqual(new Set([2]));
  });

  it('updates what is due: an ended plan, an open checkout', async () => {
    const { reconcile: run, subscriptions, records } = setUp();
    const checkout = { id: 'one', choice: 'premium' as const, until: inDays(-0.01) };
    records.set(USER, {
      ...newBillingRecord(USER, 'free'),
      version: 1,
      customer_id: 'cus_1',
      checkout,
      next_look_at: inDays(-0.01),
    });
    subscriptions.set('cus_1', []);
    await run();
    expect(records.get(USER)).toMatchObject({ checkout: undefined, next_look_at: undefined, synced_at: inDays(0) });
  });

  it('continues with the others when one fails, and fails at the end', async () => {
    const { reconcile: run, subscriptions, records, happen, provider } = setUp();
    subscriptions.set('cus_2', [someSubscription()]);
    happen(someEvent('cus_1', inDays(0)), someEvent('cus_2', inDays(0)));
    const read = provider.readCustomer;
    provider.readCustomer = async (id) => {
      if (id === 'cus_1') throw new ProviderUnreachable('Stripe did not answer');
      return read(id);
    };
    await expect(run()).rejects.toThrow();
    expect(records.get(OTHER)?.plan).toBe('premium');
  });

  it('updates what is due even if the events cannot be listed, and fails at the end', async () => {
    const { reconcile: run, subscriptions, records, failListing } = setUp();
    const record = records.get(USER);
    if (record) records.set(USER, { ...record, next_look_at: inDays(-1) });
    subscriptions.set('cus_1', [someSubscription()]);
    failListing(new ProviderUnreachable('Stripe did not answer'));
    await expect(run()).rejects.toThrow();
    expect(records.get(USER)?.plan).toBe('premium');
  });

  it('reads a user once who is due and whose events were lost', async () => {
    const { reconcile: run, records, happen } = setUp();
    const record = records.get(USER);
    if (record) records.set(USER, { ...record, next_look_at: inDays(-1) });
    happen(someEvent('cus_1', inDays(0)));
    await run();
    expect(records.get(USER)?.version).toBe(2);
  });

  it('finds a change that happened while a slow call was reading the plan', async () => {
    const { reconcile: run, follow, subscriptions, records, happen, later, provider } = setUp();
    const read = provider.readCustomer;
    provider.readCustomer = async (id) => {
      const found = await read(id);
      later(10_000);
      return found;
    };
    await follow();
    subscriptions.set('cus_1', [someSubscription()]);
    happen(someEvent('cus_1', new Date(NOW + 5000).toISOString()));
    await run();
    expect(records.get(USER)?.plan).toBe('premium');
  });

  it('without keys ends only complimentary plans, which Stripe knows nothing of', async () => {
    const { reconcile: run, records, listed } = setUp(false);
    const complimentary = {
      plan: 'premium' as const,
      until: inDays(-1),
      reason: 'Press',
      given_by: OTHER,
      given_at: inDays(-9),
    };
    const given = { ...newBillingRecord(USER, 'free'), version: 1, plan: 'premium' as const, complimentary };
    records.set(USER, { ...given, next_look_at: inDays(-1) });
    records.set(OTHER, { ...given, user_id: OTHER, customer_id: 'cus_2', next_look_at: inDays(-1) });
    await run();
    expect([records.get(USER)?.plan, records.get(OTHER)?.version, listed]).toEqual(['free', 1, []]);
  });
});
