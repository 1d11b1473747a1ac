import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Stripe from 'stripe';
import { createManualClock, type ManualClock } from '../../../infra/local/clock.ts';
import { createStripeEngine, type StripeEngine } from '../../../infra/local/services/stripe/engine.ts';
import { problemsOf } from './validate.ts';

/** A webhook as its endpoint received it. */
export interface ReceivedWebhook {
  readonly body: string;
  readonly signature: string;
  readonly event: Stripe.Event;
}

/** An endpoint for webhooks. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: ReceivedWebhook[];
  /** The status of the next answers; 200 at first. */
  answerWith(status: number): void;
  types(): readonly string[];
  stop(): Promise<void>;
}

/** A local Stripe with the SDK, on a clock that tests move. */
export interface StripeWorld {
  readonly engine: StripeEngine;
  readonly clock: ManualClock;
  readonly stripe: Stripe;
  readonly origin: string;
  /** Moves the clock and waits for what follows. */
  advance(ms: number): Promise<void>;
  /** Stops and starts again with the stored state. */
  restart(): Promise<void>;
  /** What differed from the SDK's types in any answer so far. */
  problems(): readonly string[];
  /** Answers of the API whose body was compared with the SDK's types. */
  compared(): number;
  /** Sends a form of a hosted page. Redirects are not followed. */
  post(target: string, fields: Readonly<Record<string, string>>): Promise<Response>;
  stop(): Promise<void>;
}

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

const listen = (server: Server, port = 0): Promise<number> =>
  new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

/** Opens an endpoint that records webhooks. */
export const openReceiver = async (): Promise<WebhookReceiver> => {
  const received: ReceivedWebhook[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    void textOf(request).then((body) => {
      const event = JSON.parse(body) as Stripe.Event;
      received.push({ body, signature: String(request.headers['stripe-signature']), event });
      response.writeHead(status).end(status === 200 ? 'ok' : 'no');
    });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/api/stripe/webhook`,
    received,
    answerWith: (next) => void (status = next),
    types: () => received.map(({ event }) => event.type),
    stop: () => close(server),
  };
};

const openEngine = async (
  dataDir: string,
  clock: ManualClock,
  port: number,
  onBody: (path: string, text: string) => void,
) => {
  const { promise: ready, resolve } = Promise.withResolvers<StripeEngine>();
  const server = createServer((request, response) => {
    const end = response.end.bind(response);
    response.end = ((text?: unknown, ...rest: never[]) => {
      if (typeof text === 'string' && response.statusCode === 200) onBody(request.url ?? '', text);
      return end(text as never, ...rest);
    }) as typeof response.end;
    void ready.then((engine) => engine.handle(request, response));
  });
  const used = await listen(server, port);
  const engine = await createStripeEngine({ dataDir, clock, origin: `http://127.0.0.1:${used}`, random: () => 0.5 });
  engine.start();
  resolve(engine);
  return { engine, server, port: used };
};

/** Opens a local Stripe on a manual clock. */
export const openStripe = async (): Promise<StripeWorld> => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'stripe-'));
  const clock = createManualClock(Date.UTC(2026, 0, 31, 12));
  const problems: string[] = [];
  let compared = 0;
  const onBody = (url: string, text: string): void => {
    if (!url.startsWith('/v1/')) return;
    compared += 1;
    problems.push(...problemsOf(JSON.parse(text)).map((problem) => `${url.slice(0, 60)}: ${problem}`));
  };
  let opened = await openEngine(dataDir, clock, 0, onBody);
  const { port } = opened;
  const stripe = new Stripe(opened.engine.apiKey, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
  const stop = async (): Promise<void> => {
    await close(opened.server);
    await opened.engine.stop();
  };
  return {
    get engine() {
      return opened.engine;
    },
    clock,
    stripe,
    origin: `http://127.0.0.1:${port}`,
    async advance(ms) {
      await clock.advance(ms);
      await opened.engine.idle();
    },
    async restart() {
      await stop();
      opened = await openEngine(dataDir, clock, port, onBody);
    },
    problems: () => problems,
    compared: () => compared,
    post: (target, fields) => fetch(target, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' }),
    async stop() {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/** Products, prices, a portal configuration and a customer, as the operator's command makes them. */
export const openShop = async ({ stripe }: StripeWorld) => {
  const plans = [
    ['premium', 1999],
    ['creator', 14_999],
  ] as const;
  const prices: Record<string, Stripe.Price> = {};
  for (const [plan, amount] of plans) {
    const product = await stripe.products.create({ name: `Soundstage ${plan}`, metadata: { soundstage_plan: plan } });
    prices[plan] = await stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: amount,
      recurring: { interval: 'month' },
      lookup_key: `${plan}_monthly`,
    });
  }
  const { premium, creator } = prices as { premium: Stripe.Price; creator: Stripe.Price };
  const configuration = await stripe.billingPortal.configurations.create({
    business_profile: { headline: 'Soundstage' },
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        products: [premium, creator].map(({ id, product }) => ({ product: String(product), prices: [id] })),
        proration_behavior: 'always_invoice',
        schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
        trial_update_behavior: 'continue_trial',
      },
    },
  });
  const customer = await stripe.customers.create({
    email: 'listener@example.org',
    metadata: { soundstage_user: 'u1', soundstage_stage: 'local' },
  });
  return { premium, creator, configuration, customer };
};

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** A checkout session for a plan. */
export const openCheckout = (
  { stripe }: StripeWorld,
  { customer }: Pick<Shop, 'customer'>,
  price: Stripe.Price,
  subscription: Stripe.Checkout.SessionCreateParams['subscription_data'] = {},
): Promise<Stripe.Checkout.Session> =>
  stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    client_reference_id: 'u1',
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: 'http://localhost:4000/billing/return?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:4000/billing/return?canceled=1',
    subscription_data: subscription,
  });

/** Buys a plan on the hosted page and returns the subscription. */
export const buy = async (
  world: StripeWorld,
  shop: Pick<Shop, 'customer'>,
  price: Stripe.Price,
  {
    card = '4242424242424242',
    ...subscription
  }: Stripe.Checkout.SessionCreateParams['subscription_data'] & {
    card?: string;
  } = {},
): Promise<Stripe.Subscription> => {
  const session = await openCheckout(world, shop, price, subscription);
  const paid = await world.post(session.url ?? '', { card });
  if (paid.status !== 303) throw new Error(`The card was not accepted: ${paid.status}`);
  const { subscription: id } = await world.stripe.checkout.sessions.retrieve(session.id);
  return world.stripe.subscriptions.retrieve(String(id));
};

export const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;
