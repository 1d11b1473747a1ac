import Stripe from 'stripe';
import {
  buy,
  openCheckout,
  openShop,
  openStripe,
  type Shop,
  type StripeWorld,
} from '../../../support/stripe/local-stripe.ts';

let world: StripeWorld;
let shop: Shop;
let stripe: Stripe;

beforeAll(async () => {
  world = await openStripe();
  ({ stripe } = world);
  shop = await openShop(world);
});
afterAll(async () => {
  expect(world.problems()).toEqual([]);
  expect(world.compared()).toBeGreaterThan(40);
  await world.stop();
});

const errorOf = async (call: Promise<unknown>): Promise<Stripe.errors.StripeError> => {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Stripe.errors.StripeError)) throw new Error(`No Stripe error but ${String(error)}`);
  return error;
};

it('serves customers', async () => {
  const created = await stripe.customers.create({
    email: 'a@example.org',
    name: 'Ada',
    address: { city: 'Zug', country: 'CH' },
    metadata: { soundstage_user: 'u9' },
  });
  expect(await stripe.customers.retrieve(created.id)).toMatchObject({
    name: 'Ada',
    address: { city: 'Zug', line1: null },
  });
  const changed = await stripe.customers.update(created.id, { name: '', metadata: { soundstage_user: '', more: 'x' } });
  expect(changed).toMatchObject({ name: null, metadata: { more: 'x' } });
  expect((await stripe.customers.list({ email: 'a@example.org' })).data.map(({ id }) => id)).toEqual([created.id]);
  expect((await stripe.customers.listPaymentMethods(created.id)).data).toEqual([]);
  expect(await stripe.customers.del(created.id)).toEqual(expect.objectContaining({ id: created.id, deleted: true }));
  expect(await stripe.customers.retrieve(created.id)).toMatchObject({ deleted: true });
  expect((await errorOf(stripe.customers.update(created.id, { name: 'B' }))).code).toBe('resource_missing');
});

it('serves products and prices, found by lookup key and expanded', async () => {
  const { data } = await stripe.prices.list({
    lookup_keys: ['premium_monthly', 'creator_monthly'],
    active: true,
    expand: ['data.product'],
  });
  expect(data.map(({ lookup_key: key, product }) => [key, (product as Stripe.Product).name])).toEqual([
    ['creator_monthly', 'Soundstage creator'],
    ['premium_monthly', 'Soundstage premium'],
  ]);
  expect((await stripe.prices.retrieve(shop.premium.id)).unit_amount_decimal?.toString()).toBe('1999');
  const product = await stripe.products.update(String(shop.premium.product), { description: 'Everything' });
  expect((await stripe.products.retrieve(product.id)).description).toBe('Everything');
  expect((await stripe.products.list({ ids: [product.id] })).data).toHaveLength(1);
  expect((await stripe.prices.update(shop.premium.id, { nickname: 'Premium' })).nickname).toBe('Premium');
});

it('moves a lookup key to a new price only when asked to', async () => {
  const fields = {
    product: String(shop.creator.product),
    currency: 'usd',
    unit_amount: 15_999,
    recurring: { interval: 'month' },
    lookup_key: 'moving',
  } as const;
  const old = await stripe.prices.create(fields);
  expect((await errorOf(stripe.prices.create(fields))).message).toContain('already uses that lookup key');
  const next = await stripe.prices.create({ ...fields, transfer_lookup_key: true });
  expect(next.lookup_key).toBe('moving');
  expect((await stripe.prices.retrieve(old.id)).lookup_key).toBeNull();
});

it('serves checkout sessions', async () => {
  const session = await openCheckout(world, shop, shop.premium, { trial_period_days: 7 });
  expect(session).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    mode: 'subscription',
    client_reference_id: 'u1',
    subscription: null,
    ui_mode: 'hosted_page',
  });
  expect(new URL(session.url ?? '').origin).toBe(world.origin);
  const lines = await stripe.checkout.sessions.listLineItems(session.id);
  expect(lines.data.map(({ description, quantity }) => [description, quantity])).toEqual([['Soundstage premium', 1]]);
  const expanded = await stripe.checkout.sessions.retrieve(session.id, { expand: ['line_items', 'customer'] });
  expect(expanded.line_items?.data).toHaveLength(1);
  expect((expanded.customer as Stripe.Customer).email).toBe('listener@example.org');
  expect((await stripe.checkout.sessions.list({ customer: shop.customer.id, status: 'open' })).data).toHaveLength(1);
  expect((await stripe.checkout.sessions.expire(session.id)).status).toBe('expired');
  expect((await errorOf(stripe.checkout.sessions.expire(session.id))).message).toContain('status of expired');
});

it('serves subscriptions, their items and invoices', async () => {
  const { id } = await buy(world, shop, shop.premium);
  const subscription = await stripe.subscriptions.retrieve(id, {
    expand: ['latest_invoice', 'default_payment_method', 'items.data.price.product'],
  });
  expect(subscription).toMatchObject({ status: 'active', cancel_at_period_end: false });
  expect(subscription.items.data[0]?.current_period_end).toBe(Date.UTC(2026, 1, 28, 12) / 1000);
  expect((subscription.latest_invoice as Stripe.Invoice).amount_paid).toBe(1999);
  const method = subscription.default_payment_method as Stripe.PaymentMethod;
  expect(method.card).toMatchObject({ brand: 'visa', last4: '4242' });
  expect((await stripe.paymentMethods.retrieve(method.id)).card?.fingerprint).toBe(method.card?.fingerprint);
  expect((await stripe.paymentMethods.list({ customer: shop.customer.id, type: 'card' })).data).toHaveLength(1);
  expect((await stripe.subscriptionItems.list({ subscription: id })).data).toHaveLength(1);
  const invoices = await stripe.invoices.list({ subscription: id });
  expect(invoices.data.map(({ status, billing_reason: reason }) => [status, reason])).toEqual([
    ['paid', 'subscription_create'],
  ]);
  expect((await stripe.invoices.retrieve(invoices.data[0]?.id ?? '')).number).toMatch(/^LOCAL-\d{4}$/);
  const preview = await stripe.invoices.createPreview({ subscription: id });
  expect(preview).toMatchObject({ amount_due: 1999, status: 'draft' });
  expect((await stripe.subscriptions.update(id, { metadata: { a: 'b' } })).metadata).toEqual({ a: 'b' });
  expect((await stripe.subscriptions.update(id, { cancel_at_period_end: true })).cancel_at).toBe(
    Date.UTC(2026, 1, 28, 12) / 1000,
  );
  expect((await stripe.subscriptions.update(id, { cancel_at_period_end: false })).cancel_at).toBeNull();
  expect((await stripe.subscriptions.cancel(id)).status).toBe('canceled');
  expect((await stripe.subscriptions.list({ customer: shop.customer.id })).data).toEqual([]);
  const all = await stripe.subscriptions.list({ customer: shop.customer.id, status: 'all', expand: ['data.customer'] });
  expect(all.data.map(({ customer }) => (customer as Stripe.Customer).id)).toEqual([shop.customer.id]);
  expect((await errorOf(stripe.subscriptions.cancel(id))).statusCode).toBe(400);
});

it('serves the portal', async () => {
  const { id } = await stripe.billingPortal.configurations.update(shop.configuration.id, {
    default_return_url: 'http://localhost:4000/billing/return?portal=1',
  });
  expect((await stripe.billingPortal.configurations.retrieve(id)).features.subscription_update).toMatchObject({
    enabled: true,
    proration_behavior: 'always_invoice',
  });
  expect((await stripe.billingPortal.configurations.list({ is_default: true })).data).toHaveLength(1);
  const session = await stripe.billingPortal.sessions.create({ customer: shop.customer.id });
  expect(session).toMatchObject({ configuration: id, flow: null });
  const missing = stripe.billingPortal.sessions.create({
    customer: shop.customer.id,
    flow_data: { type: 'subscription_cancel', subscription_cancel: { subscription: 'sub_none' } },
  });
  expect((await errorOf(missing)).code).toBe('resource_missing');
});

it('serves events, webhook endpoints and test clocks', async () => {
  const endpoint = await stripe.webhookEndpoints.create({ url: 'http://127.0.0.1:1/x', enabled_events: ['*'] });
  expect(endpoint.secret).toMatch(/^whsec_/);
  expect((await stripe.webhookEndpoints.retrieve(endpoint.id)).secret).toBeUndefined();
  expect((await stripe.webhookEndpoints.update(endpoint.id, { disabled: true })).status).toBe('disabled');
  expect((await stripe.webhookEndpoints.list()).data).toHaveLength(1);
  expect(await stripe.webhookEndpoints.del(endpoint.id)).toMatchObject({ deleted: true });
  const events = await stripe.events.list({ types: ['customer.created'] });
  expect((await stripe.events.retrieve(events.data[0]?.id ?? '')).type).toBe('customer.created');
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 1_800_000_000, name: 'year' });
  await stripe.customers.create({ test_clock: clock.id });
  const advanced = await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: 1_800_086_400 });
  expect(advanced.status).toBe('advancing');
  await world.engine.idle();
  expect(await stripe.testHelpers.testClocks.retrieve(clock.id)).toMatchObject({
    status: 'ready',
    frozen_time: 1_800_086_400,
  });
  expect((await stripe.testHelpers.testClocks.list()).data).toHaveLength(1);
  expect((await stripe.customers.list({ test_clock: clock.id })).data).toHaveLength(1);
  expect(await stripe.testHelpers.testClocks.del(clock.id)).toMatchObject({ deleted: true });
  expect((await stripe.customers.list({ test_clock: clock.id })).data).toEqual([]);
});

it('pages through lists, newest first', async () => {
  const made: string[] = [];
  for (let count = 0; count < 5; count += 1)
    made.unshift((await stripe.customers.create({ email: 'paged@example.org' })).id);
  const first = await stripe.customers.list({ email: 'paged@example.org', limit: 2 });
  expect([first.data.map(({ id }) => id), first.has_more]).toEqual([made.slice(0, 2), true]);
  const all = await stripe.customers.list({ email: 'paged@example.org', limit: 2 }).autoPagingToArray({ limit: 100 });
  expect(all.map(({ id }) => id)).toEqual(made);
  const before = await stripe.customers.list({ email: 'paged@example.org', limit: 2, ending_before: made[2] ?? '' });
  expect(before.data.map(({ id }) => id)).toEqual(made.slice(0, 2));
});

describe('errors', () => {
  it('name an unknown endpoint, and the console shows it', async () => {
    const error = await errorOf(stripe.coupons.list());
    expect(error.statusCode).toBe(404);
    expect(error.message).toContain('Unrecognized request URL (GET: /v1/coupons)');
    expect(world.engine.calls()[0]).toMatchObject({ path: '/v1/coupons', status: 404 });
  });

  it.each<[string, () => Promise<unknown>, string, string]>([
    ['unknown parameter', () => stripe.customers.create({ tax_exempt: 'none' }), 'parameter_unknown', 'tax_exempt'],
    [
      'nested unknown parameter',
      () => stripe.subscriptions.create({ customer: 'x', items: [{ price: 'p', plan: 'y' }] }),
      'parameter_unknown',
      'items[0][plan]',
    ],
    [
      'missing parameter',
      () => stripe.prices.create({ currency: 'usd', unit_amount: 5 }),
      'parameter_missing',
      'product',
    ],
    ['invalid integer', () => stripe.customers.list({ limit: 'many' as never }), 'parameter_invalid_integer', 'limit'],
    [
      'missing object in a parameter',
      () =>
        openCheckout(
          world,
          { customer: { id: 'cus_none' } as Stripe.Customer & { lastResponse: never } },
          shop.premium,
        ),
      'resource_missing',
      'customer',
    ],
  ])('name the %s', async (_name, call, code, param) => {
    expect(await errorOf(call())).toMatchObject({ type: 'StripeInvalidRequestError', code, param });
  });

  it('answer 404 for a missing object and 401 for a wrong key', async () => {
    expect(await errorOf(stripe.subscriptions.retrieve('sub_none'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such subscription: 'sub_none'",
    });
    const stranger = new Stripe('sk_test_wrong', {
      host: '127.0.0.1',
      port: Number(new URL(world.origin).port),
      protocol: 'http',
      maxNetworkRetries: 0,
    });
    expect(await errorOf(stranger.customers.list())).toMatchObject({ type: 'StripeAuthenticationError' });
    expect(JSON.stringify(await errorOf(stranger.customers.list()))).not.toContain(world.engine.apiKey);
  });

  it('reject a property that cannot be expanded, and another version of the API', async () => {
    const wrong = stripe.subscriptions.list({ expand: ['data.nothing'], status: 'all' });
    expect((await errorOf(wrong)).message).toContain('cannot be expanded (data.nothing)');
    const old = stripe.customers.list({}, { apiVersion: '2020-08-27' });
    expect((await errorOf(old)).message).toContain('2020-08-27');
  });

  it('come before any change: a session needs valid times and prices', async () => {
    const count = world.engine.account.list('checkout.session').length;
    const base: Stripe.Checkout.SessionCreateParams = {
      mode: 'subscription',
      customer: shop.customer.id,
      line_items: [{ price: shop.premium.id, quantity: 1 }],
      success_url: 'http://localhost:4000/x',
    };
    const now = Math.floor(world.clock.now() / 1000);
    const wrongs: Partial<Stripe.Checkout.SessionCreateParams>[] = [
      { expires_at: now + 60 },
      { expires_at: now + 90_000 },
      { subscription_data: { trial_period_days: 0 } },
      { subscription_data: { trial_end: now + 3600 } },
      { automatic_tax: { enabled: true } },
    ];
    for (const wrong of wrongs)
      expect((await errorOf(stripe.checkout.sessions.create({ ...base, ...wrong }))).statusCode).toBe(400);
    expect(world.engine.account.list('checkout.session')).toHaveLength(count);
  });
});

it('a session can be opened by a caller whose clock did not advance with the account', async () => {
  const month = 31 * 86_400;
  await world.engine.advance(month);
  const expires = Math.floor(world.clock.now() / 1000) + 3600;
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: shop.customer.id,
    line_items: [{ price: shop.premium.id, quantity: 1 }],
    success_url: 'http://localhost:4000/x',
    expires_at: expires,
  });
  expect([session.status, session.expires_at]).toEqual(['open', expires + month]);
  await world.engine.advance(3601);
  expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired');
});

describe('idempotency keys', () => {
  it('repeat the first answer, and reject other parameters', async () => {
    const [first, second] = [
      await stripe.customers.create({ email: 'once@example.org' }, { idempotencyKey: 'cus-u1' }),
      await stripe.customers.create({ email: 'once@example.org' }, { idempotencyKey: 'cus-u1' }),
    ];
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect((await stripe.customers.list({ email: 'once@example.org' })).data).toHaveLength(1);
    const other = stripe.customers.create({ email: 'other@example.org' }, { idempotencyKey: 'cus-u1' });
    expect(await errorOf(other)).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  });

  it('answer 409 while the first call runs', async () => {
    const calls = await Promise.allSettled(
      Array.from({ length: 5 }, () => stripe.customers.create({ name: 'At once' }, { idempotencyKey: 'at-once' })),
    );
    const ids = calls.flatMap((call) => (call.status === 'fulfilled' ? [call.value.id] : []));
    expect(new Set(ids).size).toBe(1);
    for (const call of calls)
      if (call.status === 'rejected') expect(call.reason).toMatchObject({ code: 'idempotency_key_in_use' });
  });

  it('belong to the event that the call caused', async () => {
    const { id } = await stripe.customers.create({ name: 'Key' }, { idempotencyKey: 'cus-key' });
    const { data } = await stripe.events.list({ type: 'customer.created' });
    const event = data.find(({ data: { object } }) => (object as Stripe.Customer).id === id);
    expect(event?.request?.idempotency_key).toBe('cus-key');
  });
});
