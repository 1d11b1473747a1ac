import type { StripeAccount } from '../account.ts';
import { newId } from '../ids.ts';
import type { Clock } from '../../../clock.ts';
import type { Delivery, DeliveryAttempt } from '../state.ts';
import type { StripeEvent, WebhookEndpoint } from '../types.ts';
import { signatureHeader, validSecrets } from './signature.ts';
import { calm, type DeliverySwitches, SHUFFLE_MS } from './switches.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Waits between attempts. The last one repeats until the event is given up. */
const BACKOFF_MS = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 12 * HOUR];
/** Stripe retries for up to three days. */
const GIVE_UP_MS = 72 * HOUR;
/** An endpoint has this long to answer. */
const TIMEOUT_MS = 20 * SECOND;
/** Characters of a response that are kept. */
const ANSWER_LENGTH = 300;

/** Sends a signed body to an endpoint. */
export type Post = (
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<{ readonly status: number; readonly text: string }>;

/** Posts with `fetch`. Redirects are failures, as for Stripe. */
export const postWithFetch: Post = async (url, body, headers, signal) => {
  const response = await fetch(url, { method: 'POST', body, headers, signal, redirect: 'manual' });
  return { status: response.status, text: await response.text() };
};

/** Orders of a release. */
export type ReleaseOrder = 'oldest' | 'newest' | 'shuffled';

/** The queue of events on their way to webhook endpoints. */
export interface Deliveries {
  /** Queues an event for every endpoint that wants it. */
  publish(event: StripeEvent): void;
  /** Continues what was pending when the local cloud stopped. */
  start(): void;
  stop(): Promise<void>;
  readonly switches: DeliverySwitches;
  /** Sends what is held, in an order. Returns how many. */
  release(order: ReleaseOrder): number;
  /** Sends an event again to every endpoint that wants it. Returns how many. */
  resend(event: string): Promise<number>;
  /** Sends a body with a header as it is, to test how an endpoint rejects it. */
  sendRaw(endpoint: WebhookEndpoint, body: string, signature: string): Promise<DeliveryAttempt>;
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
}

/** What the queue needs. */
export interface DeliveryOptions {
  readonly account: () => StripeAccount;
  readonly clock: Clock;
  readonly post: Post;
  /** Stores the state. */
  readonly save: () => void;
  /** A number from 0 to 1, for shuffled orders. */
  readonly random: () => number;
}

interface Queue extends DeliveryOptions {
  readonly switches: DeliverySwitches;
  readonly timers: Map<string, () => void>;
  readonly sending: Set<Promise<unknown>>;
  readonly stopping: AbortController;
}

const wants = ({ status, enabled_events: wanted }: WebhookEndpoint, type: string): boolean =>
  status === 'enabled' && (wanted.includes('*') || wanted.includes(type));

/** Stripe sends the event without its count of pending deliveries being exact; this one is. */
const bodyOf = (event: StripeEvent): string => JSON.stringify(event, null, 2);

const send = async (
  { clock, post, stopping }: Queue,
  endpoint: WebhookEndpoint,
  body: string,
  signature: string,
): Promise<DeliveryAttempt> => {
  const at = clock.now();
  const timeout = new AbortController();
  const cancel = clock.after(TIMEOUT_MS, () => timeout.abort(new Error(`No response within ${TIMEOUT_MS / SECOND} s`)));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': signature,
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
  };
  try {
    const { status, text } = await post(
      endpoint.url,
      body,
      headers,
      AbortSignal.any([timeout.signal, stopping.signal]),
    );
    return { at, status, answer: text.slice(0, ANSWER_LENGTH), ms: clock.now() - at };
  } catch (error) {
    const cause = error instanceof Error ? (error.cause instanceof Error ? error.cause : error) : undefined;
    return { at, answer: cause?.message ?? String(error), ms: clock.now() - at };
  } finally {
    cancel();
  }
};

const finish = (queue: Queue, delivery: Delivery, attempt: DeliveryAttempt): void => {
  delivery.attempts.push(attempt);
  const event = queue.account().find<StripeEvent>('event', delivery.event);
  if (attempt.status !== undefined && attempt.status >= 200 && attempt.status < 300) {
    if (delivery.state !== 'delivered' && event) event.pending_webhooks = Math.max(0, event.pending_webhooks - 1);
    delivery.state = 'delivered';
  } else if (delivery.state === 'pending') {
    const wait = BACKOFF_MS[Math.min(delivery.attempts.length, BACKOFF_MS.length) - 1] ?? HOUR;
    delivery.nextAt = attempt.at + wait;
    if (delivery.nextAt > delivery.createdAt + GIVE_UP_MS) delivery.state = 'failed';
    else schedule(queue, delivery);
  }
  queue.save();
};

/** Sends a delivery now. */
const attempt = (queue: Queue, delivery: Delivery): Promise<void> => {
  queue.timers.get(delivery.id)?.();
  queue.timers.delete(delivery.id);
  const account = queue.account();
  const event = account.find<StripeEvent>('event', delivery.event);
  const endpoint = account.find<WebhookEndpoint>('webhook_endpoint', delivery.endpoint);
  const secrets = account.state.secrets.get(delivery.endpoint);
  if (!event || !endpoint || !secrets || endpoint.status !== 'enabled') {
    delivery.state = 'failed';
    return Promise.resolve();
  }
  const now = queue.clock.now();
  const body = bodyOf(event);
  const signature = signatureHeader(body, validSecrets(secrets, now), Math.floor(now / SECOND));
  const sent = send(queue, endpoint, body, signature).then((result) => {
    // The delivery of a local cloud that stops is sent again after its start.
    if (!queue.stopping.signal.aborted) finish(queue, delivery, result);
  });
  queue.sending.add(sent);
  return sent.finally(() => queue.sending.delete(sent));
};

/** Sends a delivery, and the copies that the switch asks for, at the same time. */
const attemptWithCopies = (queue: Queue, delivery: Delivery): Promise<unknown> =>
  Promise.all(Array.from({ length: 1 + queue.switches.duplicate }, () => attempt(queue, delivery)));

const schedule = (queue: Queue, delivery: Delivery): void => {
  if (queue.stopping.signal.aborted) return;
  queue.timers.get(delivery.id)?.();
  const wait = Math.max(0, delivery.nextAt - queue.clock.now());
  queue.timers.set(
    delivery.id,
    queue.clock.after(wait, () => void attemptWithCopies(queue, delivery)),
  );
};

const enqueue = (queue: Queue, event: StripeEvent, endpoint: WebhookEndpoint): void => {
  const { account, clock, switches, random } = queue;
  const now = clock.now();
  const wait = switches.delayMs + (switches.shuffle ? Math.floor(random() * SHUFFLE_MS) : 0);
  const delivery: Delivery = {
    id: newId('del'),
    event: event.id,
    endpoint: endpoint.id,
    createdAt: now,
    state: switches.drop ? 'dropped' : switches.hold ? 'held' : 'pending',
    nextAt: now + wait,
    attempts: [],
  };
  event.pending_webhooks += 1;
  account().state.deliveries.set(delivery.id, delivery);
  if (delivery.state !== 'pending') return;
  schedule(queue, delivery);
};

const shuffled = <T>(items: readonly T[], random: () => number): T[] =>
  items
    .map((item) => ({ item, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);

const release = (queue: Queue, order: ReleaseOrder): number => {
  const held = [...queue.account().state.deliveries.values()].filter(({ state }) => state === 'held');
  const ordered = order === 'shuffled' ? shuffled(held, queue.random) : order === 'newest' ? [...held].reverse() : held;
  for (const delivery of ordered) delivery.state = 'pending';
  // One after the other, so that the endpoint receives them in this order.
  const inOrder = ordered.reduce<Promise<unknown>>(
    (before, delivery) => before.then(() => attemptWithCopies(queue, delivery)),
    Promise.resolve(),
  );
  queue.sending.add(inOrder);
  void inOrder.finally(() => queue.sending.delete(inOrder));
  queue.save();
  return ordered.length;
};

/** Creates the queue. It sends nothing before it is started. */
export const createDeliveries = (options: DeliveryOptions): Deliveries => {
  const queue: Queue = {
    ...options,
    switches: calm(),
    timers: new Map(),
    sending: new Set(),
    stopping: new AbortController(),
  };
  const endpointsOf = (type: string): WebhookEndpoint[] =>
    options
      .account()
      .list<WebhookEndpoint>('webhook_endpoint')
      .filter((endpoint) => wants(endpoint, type));
  const deliveriesOf = (event: string): Delivery[] =>
    [...options.account().state.deliveries.values()].filter((delivery) => delivery.event === event);
  return {
    switches: queue.switches,
    publish(event) {
      const existing = new Set(deliveriesOf(event.id).map(({ endpoint }) => endpoint));
      for (const endpoint of endpointsOf(event.type)) if (!existing.has(endpoint.id)) enqueue(queue, event, endpoint);
    },
    start() {
      for (const delivery of options.account().state.deliveries.values())
        if (delivery.state === 'pending') schedule(queue, delivery);
    },
    async stop() {
      queue.stopping.abort();
      for (const cancel of queue.timers.values()) cancel();
      await Promise.allSettled(queue.sending);
    },
    release: (order) => release(queue, order),
    async resend(event) {
      const all = deliveriesOf(event);
      await Promise.all(all.map((delivery) => attempt(queue, delivery)));
      return all.length;
    },
    sendRaw: (endpoint, body, signature) => send(queue, endpoint, body, signature),
    async idle() {
      while (queue.sending.size > 0) await Promise.allSettled(queue.sending);
    },
  };
};
