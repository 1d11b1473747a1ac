import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../clock.ts';
import { createAccount, type StripeAccount } from './account.ts';
import { newWebhookSecret } from './ids.ts';
import { type CallRecord, createApi } from './api/handler.ts';
import { nextDue, runDue } from './billing/renewals.ts';
import { createDeliveries, type Deliveries, type Post, postWithFetch } from './delivery/deliveries.ts';
import { sendForgery, type Forgery } from './delivery/forge.ts';
import { createPages } from './pages/pages.ts';
import { createStateFile, type DeliveryAttempt, emptyState, type StripeSettings } from './state.ts';
import type { StripeEvent, TestClock, WebhookEndpoint } from './types.ts';

/** Options of the local Stripe. */
export interface StripeOptions {
  /** Its own folder. */
  readonly dataDir: string;
  readonly clock: Clock;
  /** Origin of its server, e.g. `http://127.0.0.1:4009`. */
  readonly origin: string;
  /** Sends webhooks. Default: `fetch`. */
  readonly post?: Post;
  /** A number from 0 to 1, for shuffled deliveries. Default: Math.random. */
  readonly random?: () => number;
}

/** The local Stripe. */
export interface StripeEngine {
  /** Handles the API and the hosted pages. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly account: StripeAccount;
  readonly deliveries: Deliveries;
  /** The latest calls of the API, newest first. */
  calls(): readonly CallRecord[];
  /** Moves the account's time ahead of the clock, and does what is due until then. */
  advance(seconds: number): Promise<void>;
  changeSettings(changes: Partial<StripeSettings>): Promise<void>;
  /** Replaces the secret of an endpoint; the old one signs too until `overlapSeconds` have passed. */
  rollSecret(endpoint: string, overlapSeconds: number): Promise<string>;
  forge(event: string, forgery: Forgery): Promise<readonly DeliveryAttempt[]>;
  /** Begins deliveries and what is due by the clock. */
  start(): void;
  stop(): Promise<void>;
  /** Resolves when no webhook is being sent and no test clock advances. */
  idle(): Promise<void>;
}

/** Calls that are kept for the console. */
const MAX_CALLS = 200;
/** Events and deliveries that are kept. */
const MAX_EVENTS = 1000;
/** Timers are not longer than this, because they cannot be. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;

/** Forgets the oldest events and their deliveries. */
const prune = ({ state }: StripeAccount): void => {
  const events = [...state.objects.values()].filter(({ object }) => object === 'event');
  const old = new Set(events.slice(0, Math.max(0, events.length - MAX_EVENTS)).map(({ id }) => id));
  if (old.size === 0) return;
  for (const id of old) state.objects.delete(id);
  for (const { id, event } of state.deliveries.values()) if (old.has(event)) state.deliveries.delete(id);
};

/** The account's own time: does what is due when its time comes. */
const createTimer = (account: StripeAccount, clock: Clock, save: () => void) => {
  let cancel: (() => void) | undefined;
  let stopped = true;
  const catchUp = (): void => {
    if (runDue(account, null, account.now()) > 0) save();
    arm();
  };
  const arm = (): void => {
    cancel?.();
    cancel = undefined;
    if (stopped) return;
    const due = nextDue(account, null);
    if (!due) return;
    const wait = (due.at - account.state.offset) * 1000 - clock.now();
    cancel = clock.after(Math.max(0, Math.min(wait, LONGEST_WAIT_MS)), catchUp);
  };
  return {
    arm,
    catchUp,
    start() {
      stopped = false;
      catchUp();
    },
    stop() {
      stopped = true;
      cancel?.();
    },
  };
};

/** Advances test clocks after the response, as Stripe does: the clock is `advancing` until all is done. */
const createTestClocks = (account: StripeAccount, save: () => void) => {
  const running = new Set<Promise<void>>();
  const run = (id: string): void => {
    const clock = account.find<TestClock>('test_helpers.test_clock', id);
    const target = clock?.status_details.advancing?.target_frozen_time;
    if (!clock || target === undefined) return;
    runDue(account, id, target);
    account.update(clock, { frozen_time: target, status: 'ready', status_details: {} });
    account.emit('test_helpers.test_clock.ready', clock);
    save();
  };
  return {
    advance(id: string) {
      const done = new Promise<void>((resolve) => setImmediate(resolve)).then(() => run(id));
      running.add(done);
      void done.finally(() => running.delete(done));
    },
    /** Continues what a stop interrupted. */
    start() {
      for (const { id, status } of account.list<TestClock>('test_helpers.test_clock'))
        if (status === 'advancing') run(id);
    },
    idle: () => Promise.all(running),
  };
};

/**
 * Serves the parts of Stripe's API that a subscription needs, its hosted pages and its webhooks
 * (https://docs.stripe.com/api). The SDK speaks to it with `{ host: '127.0.0.1', port, protocol: 'http' }`.
 *
 * Intended differences from Stripe:
 * - Only the endpoints and parameters of `api/` exist. Others are rejected by name and shown in the console.
 * - One API version, one account, cards only, prices per unit in one currency, and no tax: automatic tax adds nothing.
 * - A change of price keeps the billing interval. A credit that exceeds the charges is not kept as a balance.
 * - Failed renewals are retried after 3, 5 and 7 days; an unconfirmed 3-D Secure payment fails after 15 days.
 * - Webhooks are retried after 10 seconds first, and sooner than Stripe's for some hours, for three days in all.
 */
export const createStripeEngine = async (options: StripeOptions): Promise<StripeEngine> => {
  const { dataDir, clock, origin, post = postWithFetch, random = Math.random } = options;
  const file = createStateFile(dataDir);
  const state = (await file.load()) ?? emptyState();
  const calls: CallRecord[] = [];
  const account = createAccount({ state, origin, now: clock.now, onEvent: (event) => deliveries.publish(event) });
  const saveLater = (): void => void save().catch((error: unknown) => console.error(error));
  const deliveries = createDeliveries({ account: () => account, clock, post, save: saveLater, random });
  const timer = createTimer(account, clock, saveLater);
  const testClocks = createTestClocks(account, saveLater);
  const save = (): Promise<void> => {
    prune(account);
    timer.arm();
    return file.save(state);
  };
  const onCall = (record: CallRecord): void => {
    calls.unshift(record);
    calls.length = Math.min(calls.length, MAX_CALLS);
  };
  const api = createApi({ account, now: clock.now, testClocks, save, onCall });
  const pages = createPages({ account, save });
  return {
    handle: (request, response) =>
      request.url?.startsWith('/v1/') || request.url?.startsWith('/v2/')
        ? api(request, response)
        : pages(request, response),
    apiUrl: origin,
    apiKey: state.apiKey,
    account,
    deliveries,
    calls: () => calls,
    async advance(seconds) {
      state.offset += seconds;
      timer.catchUp();
      await save();
    },
    async changeSettings(changes) {
      Object.assign(state.settings, changes);
      await save();
    },
    async rollSecret(id, overlapSeconds) {
      account.require<WebhookEndpoint>('webhook_endpoint', id);
      const secrets = state.secrets.get(id) ?? { current: '', previous: [] };
      const until = clock.now() + overlapSeconds * 1000;
      const current = newWebhookSecret();
      state.secrets.set(id, { current, previous: [{ secret: secrets.current, until }, ...secrets.previous] });
      await save();
      return current;
    },
    forge: (event, forgery) =>
      sendForgery(account, deliveries, {
        event: account.require<StripeEvent>('event', event),
        forgery,
        now: clock.now(),
      }),
    start() {
      testClocks.start();
      timer.start();
      deliveries.start();
    },
    async stop() {
      timer.stop();
      await deliveries.stop();
      await file.save(state);
    },
    async idle() {
      await testClocks.idle();
      await deliveries.idle();
    },
  };
};
