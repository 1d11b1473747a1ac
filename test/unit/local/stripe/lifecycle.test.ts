import type Stripe from 'stripe';
import {
  buy,
  DAY_MS,
  HOUR_MS,
  openShop,
  openStripe,
  type Shop,
  type StripeWorld,
} from '../../../support/stripe/local-stripe.ts';

let world: StripeWorld;
let shop: Shop;
let stripe: Stripe;

beforeEach(async () => {
  world = await openStripe();
  ({ stripe } = world);
  shop = await openShop(world);
});
afterEach(async () => {
  expect(world.problems()).toEqual([]);
  await world.stop();
});

const DECLINES_PAYMENTS = '4000000000000341';
const ALWAYS_3DS = '4000002760003184';

/** Types of events since a mark, oldest first. */
const eventsSince = async (mark: number): Promise<string[]> =>
  world.engine.account
    .list('event')
    .reverse()
    .slice(mark)
    .map(({ type }) => String(type));
const mark = (): number => world.engine.account.list('event').length;
const statusOf = async (id: string): Promise<string> => (await stripe.subscriptions.retrieve(id)).status;
const at = (...date: [number, number, number, number?]): number => Date.UTC(...date) / 1000;

it('a subscription renews every month on the same day, an hour after a draft', async () => {
  const { id } = await buy(world, shop, shop.premium);
  const before = mark();
  await world.advance(28 * DAY_MS);
  const [draft] = (await stripe.invoices.list({ subscription: id })).data;
  expect(draft).toMatchObject({ status: 'draft', billing_reason: 'subscription_cycle', amount_due: 1999 });
  expect(draft?.automatically_finalizes_at).toBe(at(2026, 1, 28, 13));
  await world.advance(HOUR_MS);
  expect((await stripe.invoices.retrieve(draft?.id ?? '')).status).toBe('paid');
  expect(await eventsSince(before)).toEqual([
    'invoice.created',
    'customer.subscription.updated',
    'invoice.finalized',
    'invoice.paid',
    'invoice.payment_succeeded',
  ]);
  await world.advance(31 * DAY_MS);
  const [item] = (await stripe.subscriptions.retrieve(id)).items.data;
  // The 31st comes back after February.
  expect([item?.current_period_start, item?.current_period_end]).toEqual([at(2026, 2, 31, 12), at(2026, 3, 30, 12)]);
});

it('an update says what it changed', async () => {
  const { id } = await buy(world, shop, shop.premium);
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  const [event] = (await stripe.events.list({ type: 'customer.subscription.updated' })).data;
  expect(event?.data.previous_attributes).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
  expect(event?.data.previous_attributes).not.toHaveProperty('status');
});

it('a trial costs nothing, is announced, and is paid when it ends', async () => {
  const { id, status, trial_end: end } = await buy(world, shop, shop.premium, { trial_period_days: 7 });
  expect([status, end]).toEqual(['trialing', at(2026, 1, 7, 12)]);
  const before = mark();
  await world.advance(4 * DAY_MS);
  expect(await eventsSince(before)).toEqual(['customer.subscription.trial_will_end']);
  await world.advance(3 * DAY_MS);
  expect(await statusOf(id)).toBe('active');
  await world.advance(HOUR_MS);
  const { data } = await stripe.invoices.list({ subscription: id });
  expect(data.map(({ status: paid, amount_paid: amount }) => [paid, amount])).toEqual([
    ['paid', 1999],
    ['paid', 0],
  ]);
});

it.each([
  ['cancel', 'canceled', 'customer.subscription.deleted'],
  ['pause', 'paused', 'customer.subscription.paused'],
  ['create_invoice', 'past_due', 'invoice.payment_failed'],
] as const)('a trial without a card ends by its setting %s', async (missing, status, type) => {
  const { id } = await stripe.subscriptions.create({
    customer: shop.customer.id,
    items: [{ price: shop.premium.id }],
    trial_period_days: 7,
    trial_settings: { end_behavior: { missing_payment_method: missing } },
  });
  const before = mark();
  await world.advance(7 * DAY_MS + HOUR_MS);
  expect(await statusOf(id)).toBe(status);
  expect(await eventsSince(before)).toContain(type);
});

it('a paused subscription resumes when there is a card', async () => {
  const { id } = await stripe.subscriptions.create({
    customer: shop.customer.id,
    items: [{ price: shop.premium.id }],
    trial_period_days: 7,
    trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
  });
  await world.advance(7 * DAY_MS);
  await expect(stripe.subscriptions.resume(id)).rejects.toMatchObject({ statusCode: 402 });
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: shop.customer.id });
  await stripe.subscriptions.update(id, { default_payment_method: method.id });
  expect((await stripe.subscriptions.resume(id)).status).toBe('active');
});

it.each([
  ['cancel', 'canceled'],
  ['unpaid', 'unpaid'],
  ['past_due', 'past_due'],
] as const)('a renewal that fails is retried for 15 days, and then the setting %s decides', async (setting, status) => {
  await world.engine.changeSettings({ afterRetries: setting });
  const { id } = await buy(world, shop, shop.premium, { trial_period_days: 7, card: DECLINES_PAYMENTS });
  await world.advance(7 * DAY_MS + HOUR_MS);
  expect(await statusOf(id)).toBe('past_due');
  expect(await stripe.customers.retrieve(shop.customer.id)).toMatchObject({ delinquent: true });
  await world.advance(14 * DAY_MS);
  expect(await statusOf(id)).toBe('past_due');
  await world.advance(DAY_MS);
  expect(await statusOf(id)).toBe(status);
  const [invoice] = (await stripe.invoices.list({ subscription: id, status: 'open' })).data;
  expect(invoice).toMatchObject({ attempt_count: 4, next_payment_attempt: null });
});

it('a retry with another card pays, and the subscription is active again', async () => {
  const { id } = await buy(world, shop, shop.premium, { trial_period_days: 7, card: DECLINES_PAYMENTS });
  await world.advance(7 * DAY_MS + HOUR_MS);
  const method = await stripe.paymentMethods.attach('pm_card_mastercard', { customer: shop.customer.id });
  await stripe.subscriptions.update(id, { default_payment_method: method.id });
  await world.advance(3 * DAY_MS);
  expect(await statusOf(id)).toBe('active');
  expect(await stripe.customers.retrieve(shop.customer.id)).toMatchObject({ delinquent: false });
});

it('a renewal that needs 3-D Secure waits for the customer, and fails after 15 days', async () => {
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: shop.customer.id,
    line_items: [{ price: shop.premium.id, quantity: 1 }],
    success_url: 'http://localhost:4000/x',
  });
  await world.post(`${session.url}/authenticate`, { card: ALWAYS_3DS, outcome: 'passed' });
  const [subscription] = (await stripe.subscriptions.list({ customer: shop.customer.id })).data;
  const id = subscription?.id ?? '';
  const before = mark();
  await world.advance(28 * DAY_MS + HOUR_MS);
  expect(await statusOf(id)).toBe('past_due');
  expect(await eventsSince(before)).toEqual(
    expect.arrayContaining(['invoice.payment_action_required', 'invoice.payment_failed']),
  );
  const [invoice] = (await stripe.invoices.list({ subscription: id, status: 'open' })).data;
  expect(invoice?.next_payment_attempt).toBeNull();
  const page = invoice?.hosted_invoice_url ?? '';
  expect(await (await world.post(page, { card: 'saved' })).text()).toContain('3-D Secure authentication');
  const failed = await world.post(`${page}/authenticate`, { card: 'saved', outcome: 'failed' });
  expect([failed.status, await statusOf(id)]).toEqual([402, 'past_due']);
  expect((await world.post(`${page}/authenticate`, { card: 'saved', outcome: 'passed' })).status).toBe(200);
  expect(await statusOf(id)).toBe('active');
  await world.advance(31 * DAY_MS);
  expect(await statusOf(id)).toBe('past_due');
  await world.advance(15 * DAY_MS);
  expect(await statusOf(id)).toBe('canceled');
});

it('an incomplete subscription becomes active when it is paid, or expires after 23 hours', async () => {
  const method = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer: shop.customer.id });
  const create = () =>
    stripe.subscriptions.create({
      customer: shop.customer.id,
      items: [{ price: shop.premium.id }],
      default_payment_method: method.id,
      expand: ['latest_invoice'],
    });
  const [first, second] = [await create(), await create()];
  expect([first.status, second.status]).toEqual(['incomplete', 'incomplete']);
  const page = (first.latest_invoice as Stripe.Invoice).hosted_invoice_url;
  await world.post(`${page}/authenticate`, { card: 'saved', outcome: 'passed' });
  await world.advance(23 * HOUR_MS);
  expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['active', 'incomplete_expired']);
  expect((await stripe.invoices.retrieve((second.latest_invoice as Stripe.Invoice).id)).status).toBe('void');
});

it('an upgrade takes effect at once and charges the rest of the period', async () => {
  const { id, items } = await buy(world, shop, shop.premium);
  await world.advance(14 * DAY_MS);
  const change = { items: [{ id: items.data[0]?.id ?? '', price: shop.creator.id }] };
  const half = Math.round(14_999 / 2) - Math.round(1999 / 2);
  const preview = await stripe.invoices.createPreview({
    subscription: id,
    subscription_details: { ...change, proration_behavior: 'always_invoice' },
  });
  expect(preview.total).toBe(half);
  const changed = await stripe.subscriptions.update(id, { ...change, proration_behavior: 'always_invoice' });
  expect(changed.items.data[0]?.price.id).toBe(shop.creator.id);
  expect(changed.items.data[0]?.current_period_end).toBe(items.data[0]?.current_period_end);
  const invoice = await stripe.invoices.retrieve(String(changed.latest_invoice));
  expect(invoice).toMatchObject({ status: 'paid', total: half, billing_reason: 'subscription_update' });
});

it('prorations that are not invoiced at once are on the next invoice', async () => {
  const { id, items } = await buy(world, shop, shop.premium);
  await world.advance(14 * DAY_MS);
  await stripe.subscriptions.update(id, { items: [{ id: items.data[0]?.id ?? '', price: shop.creator.id }] });
  await world.advance(14 * DAY_MS + HOUR_MS);
  const [invoice] = (await stripe.invoices.list({ subscription: id })).data;
  expect(invoice?.lines.data.map(({ amount }) => amount)).toEqual([-1000, 7500, 14_999]);
  expect(invoice?.status).toBe('paid');
});

it('a change during a trial is free', async () => {
  const { id, items } = await buy(world, shop, shop.premium, { trial_period_days: 7 });
  const changed = await stripe.subscriptions.update(id, {
    items: [{ id: items.data[0]?.id ?? '', price: shop.creator.id }],
    proration_behavior: 'always_invoice',
  });
  expect(changed.status).toBe('trialing');
  expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(1);
});

it('a trial can end now', async () => {
  const { id } = await buy(world, shop, shop.premium, { trial_period_days: 7 });
  const ended = await stripe.subscriptions.update(id, { trial_end: 'now' });
  expect(ended.status).toBe('active');
  expect((await stripe.invoices.retrieve(String(ended.latest_invoice))).amount_paid).toBe(1999);
});

it('a cancellation at period end ends the subscription then, unless it is undone', async () => {
  const first = await buy(world, shop, shop.premium);
  const second = await buy(world, shop, shop.creator);
  for (const { id } of [first, second]) await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  await stripe.subscriptions.update(second.id, { cancel_at_period_end: false });
  await world.advance(28 * DAY_MS + HOUR_MS);
  expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['canceled', 'active']);
  const ended = await stripe.subscriptions.retrieve(first.id);
  expect(ended.cancellation_details?.reason).toBe('cancellation_requested');
  expect(ended.ended_at).toBe(at(2026, 1, 28, 12));
  expect((await stripe.invoices.list({ subscription: first.id })).data).toHaveLength(1);
});

it('a deleted customer has no live subscriptions', async () => {
  const { id } = await buy(world, shop, shop.premium);
  await stripe.customers.del(shop.customer.id);
  expect(await statusOf(id)).toBe('canceled');
  const { customer } = await stripe.subscriptions.retrieve(id, { expand: ['customer'] });
  expect(customer).toMatchObject({ deleted: true });
});

it('a test clock moves only what follows it: a year of renewals', async () => {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: at(2026, 0, 31, 12) });
  const customer = await stripe.customers.create({ test_clock: clock.id });
  const clocked = await buy(world, { customer }, shop.premium);
  const other = await buy(world, shop, shop.premium);
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: at(2027, 0, 31, 14) });
  await world.engine.idle();
  const invoices = await stripe.invoices.list({ subscription: clocked.id, limit: 100 });
  expect(invoices.data.map(({ status }) => status)).toEqual(Array.from({ length: 13 }, () => 'paid'));
  expect((await stripe.invoices.list({ subscription: other.id })).data).toHaveLength(1);
  expect((await stripe.subscriptions.retrieve(clocked.id)).items.data[0]?.current_period_end).toBe(at(2027, 1, 28, 12));
});

it("the account's time moves ahead of the clock, and stays so after a restart", async () => {
  const { id } = await buy(world, shop, shop.premium);
  await world.engine.advance(29 * 24 * 3600);
  expect((await stripe.invoices.list({ subscription: id, status: 'paid' })).data).toHaveLength(2);
  await world.restart();
  expect(await statusOf(id)).toBe('active');
  expect(world.engine.account.now()).toBe(at(2026, 2, 1, 12));
});

it('what was due while the local cloud was stopped happens at its start', async () => {
  const { id } = await buy(world, shop, shop.premium);
  await world.engine.stop();
  await world.clock.advance(60 * DAY_MS);
  await world.restart();
  expect((await stripe.invoices.list({ subscription: id, status: 'paid' })).data).toHaveLength(3);
});
