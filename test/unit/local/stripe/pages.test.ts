import { request } from 'node:http';
import type Stripe from 'stripe';
import {
  buy,
  DAY_MS,
  HOUR_MS,
  openCheckout,
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

const VISA = '4242424242424242';
const ONCE_3DS = '4000002500003155';

const pageOf = async (url: string | null | undefined): Promise<string> => (await fetch(url ?? '')).text();

describe('the checkout page', () => {
  it('shows what is bought, without scripts, and accepts a card', async () => {
    const session = await openCheckout(world, shop, shop.premium);
    const response = await fetch(session.url ?? '');
    const text = await response.text();
    expect(text).toContain('Subscribe to Soundstage premium');
    expect(text).toContain('$19.99');
    expect(text).not.toContain('<script');
    expect(response.headers.get('content-security-policy')).toContain("form-action 'self' http://localhost:4000");
    const paid = await world.post(session.url ?? '', { card: VISA, name: 'Ada' });
    expect([paid.status, paid.headers.get('location')]).toEqual([
      303,
      `http://localhost:4000/billing/return?session_id=${session.id}`,
    ]);
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
    });
    expect(await pageOf(session.url)).toContain('You have already paid');
    expect((await stripe.subscriptions.list({ customer: shop.customer.id })).data).toHaveLength(1);
  });

  it.each([
    ['4000000000000002', 'Your card was declined.'],
    ['4000000000009995', 'Your card has insufficient funds.'],
    ['4000000000000069', 'Your card has expired.'],
    ['1234', 'Your card number is invalid.'],
  ])('shows why the card %s fails, and changes nothing', async (card, text) => {
    const session = await openCheckout(world, shop, shop.premium);
    const answer = await world.post(session.url ?? '', { card: '', number: card });
    expect([answer.status, await answer.text()]).toEqual([402, expect.stringContaining(text)]);
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toEqual([]);
    expect((await world.post(session.url ?? '', { card: VISA })).status).toBe(303);
  });

  it('asks for 3-D Secure, which can pass or fail', async () => {
    const session = await openCheckout(world, shop, shop.premium, { trial_period_days: 7 });
    const asked = await (await world.post(session.url ?? '', { card: ONCE_3DS })).text();
    expect(asked).toContain('Complete authentication');
    expect(asked).toContain(`name="card" value="${ONCE_3DS}"`);
    const failed = await world.post(`${session.url}/authenticate`, { card: ONCE_3DS, outcome: 'failed' });
    expect([failed.status, await failed.text()]).toEqual([402, expect.stringContaining('unable to authenticate')]);
    const passed = await world.post(`${session.url}/authenticate`, { card: ONCE_3DS, outcome: 'passed' });
    expect(passed.status).toBe(303);
    // The card was authenticated once, so that the first payment succeeds without the customer.
    await world.advance(7 * DAY_MS + HOUR_MS);
    expect((await stripe.subscriptions.list({ customer: shop.customer.id })).data[0]?.status).toBe('active');
  });

  it('gives the same fingerprint to the same card, and another one to another card', async () => {
    const prints: (string | null | undefined)[] = [];
    for (const card of [VISA, VISA, '5555555555554444']) {
      const customer = await stripe.customers.create({ email: 'x@example.org' });
      await buy(world, { customer }, shop.premium, { card });
      const [method] = (await stripe.paymentMethods.list({ customer: customer.id })).data;
      prints.push(method?.card?.fingerprint);
    }
    expect(prints[0]).toBe(prints[1]);
    expect(prints[0]).not.toBe(prints[2]);
  });

  it('is closed when the session expires', async () => {
    const session = await openCheckout(world, shop, shop.premium);
    await world.advance(DAY_MS);
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired');
    const page = await fetch(session.url ?? '');
    expect([page.status, await page.text()]).toEqual([410, expect.stringContaining('This page has expired')]);
    expect((await world.post(session.url ?? '', { card: VISA })).status).toBe(410);
    expect((await stripe.events.list({ type: 'checkout.session.expired' })).data).toHaveLength(1);
  });

  it('starts a trial without a card when none is required', async () => {
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer_email: 'new@example.org',
      payment_method_collection: 'if_required',
      line_items: [{ price: shop.premium.id, quantity: 1 }],
      success_url: 'http://localhost:4000/x',
      subscription_data: { trial_period_days: 7 },
    });
    expect(await pageOf(session.url)).toContain('You can start without a card.');
    expect((await world.post(session.url ?? '', {})).status).toBe(303);
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription', 'customer'] });
    expect((done.subscription as Stripe.Subscription).status).toBe('trialing');
    expect((done.customer as Stripe.Customer).email).toBe('new@example.org');
    expect(done.payment_status).toBe('no_payment_required');
  });

  it('escapes what callers name', async () => {
    await stripe.products.update(String(shop.premium.product), { name: '<img src=x onerror=alert(1)>' });
    const session = await openCheckout(world, shop, shop.premium);
    expect(await pageOf(session.url)).not.toContain('<img');
  });
});

describe('the portal', () => {
  const open = (flow?: Stripe.BillingPortal.SessionCreateParams['flow_data']) =>
    stripe.billingPortal.sessions.create({
      customer: shop.customer.id,
      return_url: 'http://localhost:4000/billing/return?portal=1',
      ...(flow ? { flow_data: flow } : {}),
    });

  it('shows the plan, the card, the invoices and the way back', async () => {
    await buy(world, shop, shop.premium);
    const text = await pageOf((await open()).url);
    for (const part of [
      'Soundstage premium',
      'visa ending in 4242',
      'LOCAL-0001',
      'Return to Soundstage',
      'Cancel plan',
    ])
      expect(text).toContain(part);
  });

  it('upgrades at once', async () => {
    const { id } = await buy(world, shop, shop.premium);
    const { url } = await open();
    const fields = { subscription: id, price: shop.creator.id };
    const confirm = await pageOf(`${url}/switch?${new URLSearchParams(fields).toString()}`);
    expect(confirm).toContain('Confirm your upgrade');
    expect(confirm).toContain('$130.00');
    expect((await world.post(`${url}/switch`, fields)).status).toBe(303);
    expect((await stripe.subscriptions.retrieve(id)).items.data[0]?.price.id).toBe(shop.creator.id);
  });

  it('downgrades at the end of the period, which can be undone', async () => {
    const { id } = await buy(world, shop, shop.creator);
    const { url } = await open();
    const fields = { subscription: id, price: shop.premium.id };
    await world.post(`${url}/switch`, fields);
    const waiting = await stripe.subscriptions.retrieve(id, { expand: ['schedule'] });
    expect(waiting.items.data[0]?.price.id).toBe(shop.creator.id);
    const schedule = waiting.schedule as Stripe.SubscriptionSchedule;
    expect(schedule.phases.at(-1)?.items[0]?.price).toBe(shop.premium.id);
    expect(await pageOf(url)).toContain('Changes to Soundstage premium on');
    await world.post(`${url}/keep`, { subscription: id });
    expect((await stripe.subscriptionSchedules.retrieve(schedule.id)).status).toBe('released');
    await world.post(`${url}/switch`, fields);
    await world.advance(28 * DAY_MS + HOUR_MS);
    const changed = await stripe.subscriptions.retrieve(id);
    expect(changed.items.data[0]?.price.id).toBe(shop.premium.id);
    expect((await stripe.invoices.retrieve(String(changed.latest_invoice))).amount_paid).toBe(1999);
    await world.advance(31 * DAY_MS);
    expect((await stripe.subscriptions.retrieve(id)).schedule).toBeNull();
  });

  it.each(['cancel_at_period_end', 'cancel_at'] as const)('cancels by %s and resumes', async (portalCancelsBy) => {
    await world.engine.changeSettings({ portalCancelsBy });
    const { id, items } = await buy(world, shop, shop.premium);
    const { url } = await open();
    await world.post(`${url}/cancel`, { subscription: id });
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      status: 'active',
      cancel_at: items.data[0]?.current_period_end,
      cancel_at_period_end: portalCancelsBy === 'cancel_at_period_end',
    });
    await world.post(`${url}/resume`, { subscription: id });
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
  });

  it('changes the card, and pays what is past due', async () => {
    const { id } = await buy(world, shop, shop.premium, { trial_period_days: 7, card: '4000000000000341' });
    await world.advance(7 * DAY_MS + HOUR_MS);
    const { url } = await open();
    expect((await world.post(`${url}/card`, { card: '4000000000000002' })).status).toBe(402);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('past_due');
    expect((await world.post(`${url}/card`, { card: '5555555555554444' })).status).toBe(303);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
  });

  it('begins with the change that a session names, and ends where it says', async () => {
    const { id, items } = await buy(world, shop, shop.premium);
    const { url } = await open({
      type: 'subscription_update_confirm',
      subscription_update_confirm: {
        subscription: id,
        items: [{ id: items.data[0]?.id ?? '', price: shop.creator.id, quantity: 1 }],
      },
      after_completion: { type: 'redirect', redirect: { return_url: 'http://localhost:4000/done' } },
    });
    expect(await pageOf(url)).toContain('Confirm your upgrade');
    const done = await world.post(`${url}/switch`, { subscription: id, price: shop.creator.id });
    expect(done.headers.get('location')).toBe('http://localhost:4000/done');
  });

  it("changes neither another customer's plan nor to a price that is not on offer", async () => {
    const stranger = await stripe.customers.create({ email: 'other@example.org' });
    const theirs = await buy(world, { customer: stranger }, shop.premium);
    const own = await buy(world, shop, shop.premium);
    const hidden = await stripe.prices.create({
      product: String(shop.premium.product),
      currency: 'usd',
      unit_amount: 1,
      recurring: { interval: 'month' },
    });
    const { url } = await open();
    expect((await world.post(`${url}/cancel`, { subscription: theirs.id })).status).toBe(404);
    expect((await world.post(`${url}/switch`, { subscription: own.id, price: hidden.id })).status).toBe(404);
    expect((await stripe.subscriptions.retrieve(theirs.id)).cancel_at).toBeNull();
    expect((await stripe.subscriptions.retrieve(own.id)).items.data[0]?.price.id).toBe(shop.premium.id);
  });
});

describe('every page', () => {
  it.each([
    ['none', null],
    ['same-origin', 'same-origin'],
    ['same-origin-allow-popups', 'same-origin-allow-popups'],
  ] as const)('sends the opener policy %s', async (openerPolicy, header) => {
    await world.engine.changeSettings({ openerPolicy });
    const session = await openCheckout(world, shop, shop.premium);
    expect((await fetch(session.url ?? '')).headers.get('cross-origin-opener-policy')).toBe(header);
  });

  it('rejects forms of other sites, other names of this machine, and unknown addresses', async () => {
    const session = await openCheckout(world, shop, shop.premium);
    const foreign = await fetch(session.url ?? '', {
      method: 'POST',
      body: new URLSearchParams({ card: VISA }),
      headers: { origin: 'http://localhost:4000' },
    });
    expect(foreign.status).toBe(403);
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
    const { port, pathname } = new URL(session.url ?? '');
    const rebound = await new Promise((resolve) => {
      request(
        { host: '127.0.0.1', port, path: pathname, headers: { host: `evil.example:${port}` } },
        ({ statusCode }) => resolve(statusCode),
      ).end();
    });
    expect(rebound).toBe(403);
    expect((await fetch(`${world.origin}/c/pay/cs_test_none`)).status).toBe(404);
    expect((await fetch(`${world.origin}/nothing`)).status).toBe(404);
  });
});
