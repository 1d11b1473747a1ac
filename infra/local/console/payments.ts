import { z } from 'zod';
import { StripeApiError } from '../services/stripe/errors.ts';
import { FORGERIES } from '../services/stripe/delivery/forge.ts';
import type { StripeEngine } from '../services/stripe/engine.ts';
import type { Delivery } from '../services/stripe/state.ts';
import type { StripeEvent, Subscription, WebhookEndpoint } from '../services/stripe/types.ts';
import type { Panel } from './panel.ts';
import { ConsoleError, type Handler, integerOf, type Routes } from './router.ts';

const switches = z.strictObject({
  hold: z.boolean().optional(),
  shuffle: z.boolean().optional(),
  duplicate: z.int().min(0).max(20).optional(),
  drop: z.boolean().optional(),
  delayMs: z.int().min(0).max(600_000).optional(),
});
const settings = z.strictObject({
  afterRetries: z.enum(['cancel', 'unpaid', 'past_due']).optional(),
  portalCancelsBy: z.enum(['cancel_at_period_end', 'cancel_at']).optional(),
  openerPolicy: z.enum(['none', 'same-origin', 'same-origin-allow-popups']).optional(),
});
const release = z.strictObject({ order: z.enum(['oldest', 'newest', 'shuffled']).optional() });
const forgery = z.strictObject({ forgery: z.enum(FORGERIES) });
/** At most a year at once, so that an entry by mistake does not renew for decades. */
const advance = z.strictObject({
  seconds: z
    .int()
    .min(1)
    .max(366 * 24 * 60 * 60),
});
const roll = z.strictObject({
  overlapSeconds: z
    .int()
    .min(0)
    .max(24 * 60 * 60)
    .optional(),
});

/** What an object of an event is about, for the table. */
const subjectOf = ({ data: { object } }: StripeEvent): string =>
  [object.id, typeof object['status'] === 'string' ? object['status'] : undefined].filter(Boolean).join(', ');

const deliveryView = ({ id, state, attempts, nextAt }: Delivery, endpoint: WebhookEndpoint | undefined) => ({
  id,
  url: endpoint?.url ?? 'deleted endpoint',
  state,
  nextAt: state === 'pending' ? nextAt : null,
  attempts,
});

const subscriptionView = ({ id, customer, status, items, cancel_at: cancelAt, test_clock: clock }: Subscription) => ({
  id,
  customer,
  status,
  price: items.data[0]?.price.lookup_key ?? items.data[0]?.price.id ?? null,
  endsAt: (items.data[0]?.current_period_end ?? 0) * 1000,
  cancelAt: cancelAt === null ? null : cancelAt * 1000,
  testClock: clock,
});

/** Errors of the API become the console's. */
const guarded =
  (handler: Handler): Handler =>
  async (call) => {
    try {
      return await handler(call);
    } catch (error) {
      if (error instanceof StripeApiError) throw new ConsoleError(error.status, 'rejected', error.message);
      throw error;
    }
  };

const view = (stripe: StripeEngine, limit: number) => {
  const { account, deliveries } = stripe;
  const { state } = account;
  const byEvent = Map.groupBy(state.deliveries.values(), ({ event }) => event);
  const events = account.list<StripeEvent>('event');
  return {
    url: stripe.apiUrl,
    now: account.now() * 1000,
    ahead: state.offset,
    switches: deliveries.switches,
    settings: state.settings,
    endpoints: account.list<WebhookEndpoint>('webhook_endpoint').map(({ id, url, status }) => ({ id, url, status })),
    subscriptions: account.list<Subscription>('subscription').slice(0, limit).map(subscriptionView),
    total: events.length,
    events: events.slice(0, limit).map((event) => ({
      id: event.id,
      type: event.type,
      at: event.created * 1000,
      subject: subjectOf(event),
      deliveries: (byEvent.get(event.id) ?? []).map((delivery) =>
        deliveryView(delivery, account.find<WebhookEndpoint>('webhook_endpoint', delivery.endpoint)),
      ),
    })),
    calls: stripe.calls().slice(0, limit),
  };
};

const routesOf = (stripe: () => StripeEngine): Routes => ({
  'GET payments': ({ query }) => view(stripe(), integerOf(query, 'limit', 50, 1, 500)),
  'POST payments/switches': async ({ body }) => {
    const given = await body(switches);
    return Object.assign(stripe().deliveries.switches, given);
  },
  'POST payments/settings': async ({ body }) => {
    const given = await body(settings);
    await stripe().changeSettings(given as Parameters<StripeEngine['changeSettings']>[0]);
    return stripe().account.state.settings;
  },
  'POST payments/release': async ({ body }) => {
    const { order = 'oldest' } = await body(release);
    return { released: stripe().deliveries.release(order) };
  },
  'POST payments/advance': async ({ body }) => {
    await stripe().advance((await body(advance)).seconds);
    return { now: stripe().account.now() * 1000 };
  },
  'POST payments/events/{}/resend': guarded(async ({ names: [id = ''] }) => {
    stripe().account.require('event', id);
    return { sent: await stripe().deliveries.resend(id) };
  }),
  'POST payments/events/{}/forge': guarded(async ({ names: [id = ''], body }) => ({
    answers: await stripe().forge(id, (await body(forgery)).forgery),
  })),
  'POST payments/endpoints/{}/roll': guarded(async ({ names: [id = ''], body }) => {
    const { overlapSeconds = 24 * 60 * 60 } = await body(roll);
    return { secret: await stripe().rollSecret(id, overlapSeconds) };
  }),
});

const undelivered = (stripe: StripeEngine | undefined): number =>
  [...(stripe?.account.state.deliveries.values() ?? [])].filter(({ state }) => state === 'pending' || state === 'held')
    .length;

/** The local Stripe: its events with their deliveries, the calls that it rejected, and the switches. */
export const paymentPanel = (find: () => StripeEngine | undefined): Panel => {
  const stripe = (): StripeEngine => {
    const engine = find();
    if (!engine) throw new ConsoleError(503, 'starting', 'The local Stripe is starting');
    return engine;
  };
  return { id: 'payments', routes: routesOf(stripe), overview: () => ({ undelivered: undelivered(find()) }) };
};
