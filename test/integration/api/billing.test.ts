import { randomUUID } from 'node:crypto';
import { setUp, storeKeys } from '../../../bin/billing/commands.ts';
import { createManualClock, type ManualClock } from '../../../infra/local/clock.ts';
import type { PlanChoice } from '../../../lambdas/contract/people/billing.ts';
import { billingEntryEntity, billingCountsEntity } from '../../../lambdas/data/billing/billing-entities.ts';
import { createBillingRepository, type BillingRepository } from '../../../lambdas/data/billing/billing-repository.ts';
import { createCallerReader } from '../../../lambdas/data/people/caller-reader.ts';
import { profileEntity } from '../../../lambdas/data/people/profile-repository.ts';
import { createRightsRepository } from '../../../lambdas/data/people/rights-repository.ts';
import { createCheckout } from '../../../lambdas/domain/billing/checkout.ts';
import { newBillingRecord, type BillingRecord } from '../../../lambdas/domain/billing/record.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { createStripe } from '../../../lambdas/platform/stripe/client.ts';
import { createStripeProvider } from '../../../lambdas/platform/stripe/provider.ts';
import type { BillingParts } from '../../../lambdas/platform/stripe/billing-parts.ts';
import { reconcile } from '../../../lambdas/workers/billing-reconcile/reconcile.ts';
import { syncCustomer } from '../../../lambdas/workers/billing-sync/sync-customer.ts';
import {
  CAREFUL_CARD,
  createMemorySettings,
  FAILING_CARD,
  GOOD_CARD,
  startTestStripe,
  submitForm,
  type TestStripe,
} from '../../support/billing/local-stripe.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';

const DAY = 86_400;
const START = Date.UTC(2026, 0, 1);

let db: TestTable;
let clock: ManualClock;
let stripe: TestStripe;
let billing: BillingRepository;
let parts: BillingParts;
let providerOf: (options: { readonly automaticTax: boolean }) => BillingParts['stripe'];

beforeAll(async () => {
  db = await startTestTable();
});
afterAll(() => db.stop());
beforeEach(async () => {
  clock = createManualClock(START);
  stripe = await startTestStripe(clock);
  const settings = createMemorySettings();
  const tools = { place: { stage: 'dev', site: 'http://localhost:4000' }, settings, report: () => {} };
  await storeKeys(tools, stripe.keys);
  await setUp(tools);
  billing = createBillingRepository(db.table, silentLogger);
  providerOf = ({ automaticTax }) =>
    createStripeProvider({
      stage: 'dev',
      automaticTax,
      settings: { read: settings.read, reread: settings.read },
      siteUrl: async () => 'http://localhost:4000',
      // The calls of a test take real time, whatever the time of the account is.
      now: () => START,
    });
  parts = {
    store: billing,
    settings,
    graceDays: 7,
    hash: async (text) => `${text}-${stripe.engine.apiKey}`.replaceAll(/[^A-Za-z0-9]/g, '-'),
    now: stripe.now,
    pause: async () => {},
    stripe: providerOf({ automaticTax: false }),
  };
});
afterEach(() => stripe.stop());

const newUser = async (): Promise<string> => {
  const userId = randomUUID();
  await createRightsRepository(db.table).createIfMissing(userId);
  return userId;
};

const buy = (userId: string, choice: PlanChoice): Promise<string> =>
  createCheckout(
    { ...parts, provider: parts.stripe.within(30_000), newId: randomUUID },
    { userId, email: `${userId}@example.com`, name: 'Ada' },
    choice,
    async () => newBillingRecord(userId, 'free'),
  );

/** What the worker does with an event of the user's customer. */
const follow = async (userId: string): Promise<BillingRecord | undefined> => {
  const { customer_id: customerId = null } = (await billing.read(userId)) ?? {};
  const event = { eventId: 'evt_1', type: 'invoice.paid', at: new Date(stripe.now()).toISOString(), objectId: 'in_1' };
  await syncCustomer({ ...parts, customers: billing, logger: silentLogger }, { ...event, customerId });
  return billing.read(userId);
};

/** The plan that the user's next call has. */
const planOf = async (userId: string): Promise<string | undefined> =>
  (await createCallerReader(db.table, stripe.now).read(userId))?.plan;

const portalOf = async (userId: string, page: 'home' | 'update_card'): Promise<string> => {
  const { customer_id: customerId = '' } = (await billing.read(userId)) ?? {};
  return parts.stripe.within(30_000).openPortal(customerId, { page });
};

const subscriptionIdOf = async (userId: string): Promise<string> =>
  (await billing.read(userId))?.subscription?.id ?? '';

const countsOf = async (): Promise<Readonly<Record<string, unknown>>> => {
  const item = await db.table.get(billingCountsEntity.key({}), { consistent: true });
  return item ? billingCountsEntity.parse(item) : {};
};

it('stores a purchase with the plan that calls read, the customer, the counters and the history', async () => {
  const userId = await newUser();
  const before = await countsOf();
  await stripe.pay(await buy(userId, 'creator'));
  expect(await planOf(userId)).toBe('free');
  const record = await follow(userId);
  expect(record).toMatchObject({ plan: 'creator', source: 'stripe', subscription: { state: 'active' } });
  expect(record?.invoices).toMatchObject([{ amount: 14_999, currency: 'usd', status: 'paid' }]);
  expect(await planOf(userId)).toBe('creator');
  expect(await billing.userOf(record?.customer_id ?? '')).toBe(userId);
  const counted = (name: string, counts: Readonly<Record<string, unknown>>) => Number(counts[name] ?? 0);
  const after = await countsOf();
  for (const name of ['stripe_creator', 'active_creator']) expect(counted(name, after) - counted(name, before)).toBe(1);
  const entries = await db.table.queryAll({ partition: `BILLING#${userId}`, prefix: 'ENTRY#', limit: 100 });
  expect(entries.map((entry) => billingEntryEntity.parse(entry))).toMatchObject([
    { kind: 'plan_changed', plan_before: 'free', plan_after: 'creator', source: 'stripe', by: null },
  ]);
});

it.each([false, true])(
  'lets Stripe add taxes to a purchase and its renewals as the stage says: %s',
  async (automaticTax) => {
    parts = { ...parts, stripe: providerOf({ automaticTax }) };
    const userId = await newUser();
    await stripe.pay(await buy(userId, 'premium'));
    await stripe.engine.advance(32 * DAY);
    await follow(userId);
    const { customer_id: customer = '' } = (await billing.read(userId)) ?? {};
    const { data } = await createStripe(stripe.keys).invoices.list({ customer });
    expect(data.map(({ automatic_tax: tax, status }) => [tax.enabled, status])).toEqual([
      [automaticTax, 'paid'],
      [automaticTax, 'paid'],
    ]);
  },
);

it('costs one transaction and three reads for each event, in addition to those of this test', async () => {
  const userId = await newUser();
  await stripe.pay(await buy(userId, 'premium'));
  await follow(userId);
  const { calls } = await db.measure(() => follow(userId));
  expect(calls).toEqual(['GetItem', 'GetItem', 'GetItem', 'GetItem', 'TransactWriteItems', 'GetItem']);
});

it('gives the customer at Stripe the new address of the user with the next event', async () => {
  const userId = await newUser();
  await stripe.pay(await buy(userId, 'premium'));
  const created_at = new Date(START).toISOString();
  await db.table.put(profileEntity.toItem({ id: userId, email: 'countess@example.org', full_name: '', created_at }));
  const { customer_id: id = '' } = (await follow(userId)) ?? {};
  const customer = await createStripe(stripe.keys).customers.retrieve(id);
  expect(customer).toMatchObject({ id, email: 'countess@example.org', name: 'Ada' });
});

it('replays a year: trial, renewals, a failed card, an upgrade, a downgrade, a cancellation and its end', async () => {
  const userId = await newUser();
  const seen: string[] = [];
  const note = async (what: string): Promise<void> => {
    const record = await follow(userId);
    seen.push(`${what}: ${record?.subscription?.state} ${await planOf(userId)}`);
  };
  const pass = async (days: number): Promise<void> => stripe.engine.advance(days * DAY);
  await stripe.pay(await buy(userId, 'premium-trial'));
  await note('bought');
  await pass(7.5);
  await note('after the trial');
  for (let month = 1; month <= 3; month += 1) {
    await pass(31);
    await note(`month ${month}`);
  }
  await submitForm(`${await portalOf(userId, 'update_card')}/card`, { card: FAILING_CARD });
  await pass(31);
  await note('failed');
  expect((await billing.read(userId))?.subscription?.payment?.kind).toBe('card');
  await submitForm(`${await portalOf(userId, 'update_card')}/card`, { card: GOOD_CARD });
  await note('paid');
  const client = createStripe(stripe.keys);
  const priceOf = async (plan: string): Promise<string> =>
    (await client.prices.list({ lookup_keys: [`${plan}_monthly`] })).data[0]?.id ?? '';
  const change = async (plan: string): Promise<void> => {
    const fields = { subscription: await subscriptionIdOf(userId), price: await priceOf(plan) };
    await submitForm(`${await portalOf(userId, 'home')}/switch`, fields);
  };
  await change('business');
  await note('upgraded');
  await pass(31);
  await note('renewed');
  await change('premium');
  await note('downgraded');
  expect((await billing.read(userId))?.subscription?.next_plan).toBe('premium');
  await pass(31);
  await note('after the downgrade');
  await submitForm(`${await portalOf(userId, 'home')}/cancel`, { subscription: await subscriptionIdOf(userId) });
  await note('canceled');
  await submitForm(`${await portalOf(userId, 'home')}/resume`, { subscription: await subscriptionIdOf(userId) });
  await note('resumed');
  await pass(31);
  await note('renewed again');
  await submitForm(`${await portalOf(userId, 'home')}/cancel`, { subscription: await subscriptionIdOf(userId) });
  await note('canceled again');
  await pass(32);
  await note('ended');
  expect(seen).toEqual([
    'bought: trialing premium',
    'after the trial: active premium',
    'month 1: active premium',
    'month 2: active premium',
    'month 3: active premium',
    'failed: past_due premium',
    'paid: active premium',
    'upgraded: active business',
    'renewed: active business',
    'downgraded: active business',
    'after the downgrade: active premium',
    'canceled: active premium',
    'resumed: active premium',
    'renewed again: active premium',
    'canceled again: active premium',
    'ended: canceled free',
  ]);
});

it('asks for the confirmation that the bank wants (3-D Secure), of a purchase and of a renewal', async () => {
  const userId = await newUser();
  const checkout = await buy(userId, 'premium');
  await stripe.pay(checkout, CAREFUL_CARD);
  const answer = (url: string, card: string, outcome: 'passed' | 'failed') =>
    submitForm(`${url}/authenticate`, { card, outcome });
  await answer(checkout, CAREFUL_CARD, 'failed');
  expect(await follow(userId)).toMatchObject({ plan: 'free', checkout: { url: checkout } });
  await answer(checkout, CAREFUL_CARD, 'passed');
  expect(await follow(userId)).toMatchObject({ plan: 'premium', subscription: { state: 'active', payment: null } });
  await stripe.engine.advance(32 * DAY);
  const asked = await follow(userId);
  expect(asked).toMatchObject({ plan: 'premium', subscription: { state: 'past_due', payment: { kind: 'confirm' } } });
  const invoice = asked?.subscription?.payment?.url ?? '';
  await answer(invoice, 'saved', 'failed');
  expect((await follow(userId))?.subscription?.state).toBe('past_due');
  await answer(invoice, 'saved', 'passed');
  expect(await follow(userId)).toMatchObject({ plan: 'premium', subscription: { state: 'active', payment: null } });
});

it('ends a plan on time when every event is lost, and the reconciler continues it when it was renewed', async () => {
  const userId = await newUser();
  await stripe.pay(await buy(userId, 'premium'));
  await follow(userId);
  await stripe.engine.advance(30 * DAY);
  expect(await planOf(userId)).toBe('premium');
  await stripe.engine.advance(10 * DAY);
  expect(await planOf(userId)).toBe('free');
  await reconcile({ ...parts, records: billing, logger: silentLogger });
  expect(await planOf(userId)).toBe('premium');
  expect((await billing.listDue(new Date(stripe.now()).toISOString(), 100)).map(({ user_id: id }) => id)).toEqual([]);
});

it('keeps a plan for the days of grace while a renewal fails, and not longer', async () => {
  const userId = await newUser();
  await stripe.pay(await buy(userId, 'premium'));
  await follow(userId);
  await submitForm(`${await portalOf(userId, 'update_card')}/card`, { card: FAILING_CARD });
  await stripe.engine.advance(32 * DAY);
  await follow(userId);
  expect([await planOf(userId), (await billing.read(userId))?.subscription?.state]).toEqual(['premium', 'past_due']);
  await stripe.engine.advance(7 * DAY);
  expect(await planOf(userId)).toBe('free');
});

it('ends the second trial of a card, before it costs anything', async () => {
  const [first, second] = [await newUser(), await newUser()];
  await stripe.pay(await buy(first, 'premium-trial'));
  await follow(first);
  await stripe.pay(await buy(second, 'premium-trial'));
  await follow(second);
  expect([await planOf(first), await planOf(second)]).toEqual(['premium', 'free']);
  expect(await billing.read(second)).toMatchObject({ trial_rejected: true, subscription: { state: 'canceled' } });
  const { customer_id: customer = '' } = (await billing.read(second)) ?? {};
  const invoices = (await createStripe(stripe.keys).invoices.list({ customer })).data;
  expect(invoices.filter(({ amount_paid: paid }) => paid > 0)).toEqual([]);
});

it('opens at most one checkout for 100 concurrent requests', async () => {
  const userId = await newUser();
  const results = await Promise.allSettled(Array.from({ length: 100 }, () => buy(userId, 'premium-trial')));
  const urls = new Set(results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])));
  const { customer_id: customer = '' } = (await billing.read(userId)) ?? {};
  const sessions = (await createStripe(stripe.keys).checkout.sessions.list({ customer, limit: 100 })).data;
  expect([urls.size, sessions.length]).toEqual([1, 1]);
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as Error).name] : []));
  console.log(`${100 - reasons.length} of 100 got the address; the others: ${[...new Set(reasons)].join(', ')}`);
});

it('writes nothing for a user who was erased meanwhile', async () => {
  const userId = await newUser();
  await stripe.pay(await buy(userId, 'premium'));
  const record = await billing.read(userId);
  await db.table.delete({ pk: `BILLING#${userId}`, sk: 'META' });
  await db.table.delete({ pk: `RIGHTS#${userId}`, sk: 'META' });
  const event = { eventId: 'evt_1', type: 'invoice.paid', at: '2026-01-01T00:00:00.000Z', objectId: 'in_1' };
  await syncCustomer(
    { ...parts, customers: billing, logger: silentLogger },
    { ...event, customerId: record?.customer_id ?? null },
  );
  expect([await billing.read(userId), await planOf(userId)]).toEqual([undefined, undefined]);
  if (record) expect(await billing.save({ ...record, version: 0 }, { ...record, version: 1 })).toBe(false);
});

describe('a record', () => {
  it('is replaced only by the one who read it last', async () => {
    const userId = await newUser();
    const start = newBillingRecord(userId, 'free');
    const next = (version: number, plan: 'premium' | 'creator'): BillingRecord => ({
      ...start,
      version,
      plan,
      source: 'complimentary',
    });
    expect(await billing.save(start, next(1, 'premium'))).toBe(true);
    expect(await billing.save(start, next(1, 'creator'))).toBe(false);
    const winners = await Promise.all(
      Array.from({ length: 10 }, () => billing.save(next(1, 'premium'), next(2, 'creator'))),
    );
    expect(winners.filter(Boolean)).toHaveLength(1);
    expect(await planOf(userId)).toBe('creator');
  });

  it('is due at the time of its next look', async () => {
    const userId = await newUser();
    const at = '2027-01-01T00:00:00.000Z';
    const start = newBillingRecord(userId, 'free');
    await billing.save(start, { ...start, version: 1, next_look_at: at });
    const dueAt = async (now: string) => (await billing.listDue(now, 100)).map(({ user_id: id }) => id);
    expect(await dueAt('2026-12-31T23:59:59.999Z')).not.toContain(userId);
    expect(await dueAt(at)).toContain(userId);
  });
});

it('BL3 to BL5: marks of trials outlive the account and expire', async () => {
  const [card, address] = [randomUUID(), randomUUID()];
  expect(await billing.claimCard(card, 'user-1', '2026-01-01T00:00:00.000Z')).toBe(true);
  expect(await billing.claimCard(card, 'user-1', '2026-01-02T00:00:00.000Z')).toBe(true);
  expect(await billing.claimCard(card, 'user-2', '2026-01-03T00:00:00.000Z')).toBe(false);
  expect(await billing.hasAddressMark(address)).toBe(false);
  await billing.markAddress(address, '2026-01-01T00:00:00.000Z');
  expect(await billing.hasAddressMark(address)).toBe(true);
  const item = await db.table.get({ pk: `TRIAL#${address}`, sk: 'USED' });
  expect(item?.['expires_at']).toBe(Date.UTC(2026, 0, 1) / 1000 + 2 * 365 * DAY);
});
