import type Stripe from 'stripe';
import { signatureHeader } from '../../../../infra/local/services/stripe/delivery/signature.ts';
import { problemsOf } from '../../../support/stripe/validate.ts';
import {
  buy,
  DAY_MS,
  HOUR_MS,
  openReceiver,
  openShop,
  openStripe,
  type ReceivedWebhook,
  type Shop,
  type StripeWorld,
  type WebhookReceiver,
} from '../../../support/stripe/local-stripe.ts';

let world: StripeWorld;
let shop: Shop;
let stripe: Stripe;
let receiver: WebhookReceiver;
let secret: string;
let endpoint: string;

beforeEach(async () => {
  world = await openStripe();
  ({ stripe } = world);
  shop = await openShop(world);
  receiver = await openReceiver();
  const created = await stripe.webhookEndpoints.create({
    url: receiver.url,
    enabled_events: ['customer.created', 'customer.subscription.created', 'invoice.paid', 'checkout.session.completed'],
    api_version: '2026-10-28.endive',
  });
  secret = created.secret ?? '';
  endpoint = created.id;
});
afterEach(async () => {
  await receiver.stop();
  await world.stop();
});

/** Lets deliveries that are due begin, and waits for their answers. */
const settle = (): Promise<void> => world.advance(0);

const verify = ({ body, signature }: ReceivedWebhook, key = secret): Stripe.Event =>
  stripe.webhooks.constructEvent(body, signature, key, undefined, undefined, world.clock.now());

const deliveries = () => [...world.engine.account.state.deliveries.values()];

it('delivers the events that an endpoint wants, signed, as the SDK verifies them', async () => {
  await buy(world, shop, shop.premium);
  await settle();
  expect([...receiver.types()].sort()).toEqual([
    'checkout.session.completed',
    'customer.subscription.created',
    'invoice.paid',
  ]);
  for (const webhook of receiver.received) {
    expect(verify(webhook).api_version).toBe('2026-10-28.endive');
    expect(problemsOf(webhook.event)).toEqual([]);
    expect(() => verify(webhook, 'whsec_foreign')).toThrow('No signatures found');
    expect(() => verify({ ...webhook, body: webhook.body.replace('{', '{ ') })).toThrow('No signatures found');
  }
  expect(deliveries().map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
  expect((await stripe.events.list({ type: 'invoice.paid' })).data[0]?.pending_webhooks).toBe(0);
});

it('signs with both secrets while one is rolled, and with the new one afterwards', async () => {
  const next = await world.engine.rollSecret(endpoint, 3600);
  await stripe.customers.create({});
  await settle();
  const [during] = receiver.received;
  if (!during) throw new Error('Nothing was delivered');
  expect([verify(during).type, verify(during, next).type]).toEqual(['customer.created', 'customer.created']);
  await world.advance(HOUR_MS);
  await stripe.customers.create({});
  await settle();
  const after = receiver.received.at(-1);
  if (!after) throw new Error('Nothing was delivered');
  expect(() => verify(after)).toThrow('No signatures found');
  expect(verify(after, next).type).toBe('customer.created');
});

it('retries until the endpoint accepts, for three days, with a new signature each time', async () => {
  receiver.answerWith(500);
  await stripe.customers.create({});
  await settle();
  await world.advance(10_000);
  await world.advance(60_000);
  expect(receiver.received).toHaveLength(3);
  expect(new Set(receiver.received.map(({ signature }) => signature)).size).toBe(3);
  expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(1);
  receiver.answerWith(200);
  await world.advance(5 * 60_000);
  expect(deliveries()[0]).toMatchObject({ state: 'delivered', attempts: [{}, {}, {}, { status: 200, answer: 'ok' }] });
  await world.advance(3 * DAY_MS);
  expect(receiver.received).toHaveLength(4);
});

it('gives up after three days', async () => {
  receiver.answerWith(400);
  await stripe.customers.create({});
  for (let hours = 0; hours < 80; hours += 1) await world.advance(HOUR_MS);
  expect(deliveries()[0]?.state).toBe('failed');
  expect(deliveries()[0]?.attempts.length).toBeGreaterThan(8);
  expect((await stripe.events.list({ delivery_success: false, type: 'customer.created' })).data).toHaveLength(1);
});

it('continues after a restart', async () => {
  receiver.answerWith(503);
  await stripe.customers.create({});
  await settle();
  await world.restart();
  receiver.answerWith(200);
  await world.advance(10_000);
  expect(deliveries()[0]?.state).toBe('delivered');
});

describe('switches', () => {
  it('hold events until they are released in an order', async () => {
    world.engine.deliveries.switches.hold = true;
    const made = [];
    for (let count = 0; count < 3; count += 1) made.push((await stripe.customers.create({})).id);
    await settle();
    expect(receiver.received).toEqual([]);
    expect(world.engine.deliveries.release('newest')).toBe(3);
    await world.engine.idle();
    const ids = receiver.received.map(({ event }) => (event.data.object as Stripe.Customer).id);
    expect(ids).toEqual([...made].reverse());
  });

  it('duplicate, delay and drop', async () => {
    const { switches } = world.engine.deliveries;
    Object.assign(switches, { duplicate: 2, delayMs: 1000 });
    await stripe.customers.create({});
    await settle();
    expect(receiver.received).toEqual([]);
    await world.advance(1000);
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(1);
    expect(receiver.received).toHaveLength(3);
    Object.assign(switches, { duplicate: 0, delayMs: 0, drop: true });
    await stripe.customers.create({});
    await world.advance(DAY_MS);
    expect(receiver.received).toHaveLength(3);
    expect(deliveries().at(-1)?.state).toBe('dropped');
  });

  it('resend an event, dropped ones too', async () => {
    world.engine.deliveries.switches.drop = true;
    await stripe.customers.create({});
    const [event] = (await stripe.events.list({ type: 'customer.created' })).data;
    expect(await world.engine.deliveries.resend(event?.id ?? '')).toBe(1);
    expect(receiver.types()).toEqual(['customer.created']);
    expect(deliveries()[0]?.state).toBe('delivered');
  });

  it('forge events that the SDK rejects', async () => {
    await stripe.customers.create({});
    await settle();
    const id = receiver.received[0]?.event.id ?? '';
    for (const forgery of ['foreign-secret', 'changed-body', 'old', 'unsigned', 'v0-only', 'garbage'] as const) {
      receiver.received.length = 0;
      const [answer] = await world.engine.forge(id, forgery);
      expect(answer?.status).toBe(200);
      const [forged] = receiver.received;
      if (!forged) throw new Error('Nothing was sent');
      expect(() => verify(forged)).toThrow();
    }
  });
});

it('uses the scheme of the documentation', () => {
  const header = signatureHeader('{}', ['whsec_a', 'whsec_b'], 1_700_000_000);
  expect(header).toMatch(/^t=1700000000,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
});
