import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Stripe from 'stripe';
import { createManualClock, type ManualClock } from '../../../../infra/local/clock.ts';
import { createConsole } from '../../../../infra/local/console/console.ts';
import { createEngines, type Engines } from '../../../../infra/local/engines.ts';
import { type LocalStripe, stripeEngine } from '../../../../infra/local/services/stripe/entry.ts';
import { openReceiver, type WebhookReceiver } from '../../../support/stripe/local-stripe.ts';

let dataDir: string;
let clock: ManualClock;
let engines: Engines;
let local: LocalStripe;
let stripe: Stripe;
let receiver: WebhookReceiver;
let console: Server;
let address: string;
const stops: (() => unknown)[] = [];

const client = (): Stripe => {
  const { hostname, port } = new URL(local.apiUrl);
  return new Stripe(local.apiKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
};

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'stripe-entry-'));
  clock = createManualClock();
  engines = createEngines({
    dataDir,
    clock,
    inMemory: true,
    addresses: { site: 'http://localhost:1', uploads: 'http://127.0.0.1:2', aws: 'http://127.0.0.1:3' },
    onStop: (stop) => stops.push(stop),
    list: [stripeEngine],
  });
  const { parts, platform, instanceOf } = engines;
  const run = createConsole({
    panels: parts.flatMap(({ panels = [] }) => panels),
    routes: [],
    faults: platform.faults,
    faultNames: () => [],
  });
  console = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    void run(url.pathname.slice(1), url.searchParams, request, response);
  });
  await new Promise<void>((resolve) => console.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(console.address() as AddressInfo).port}`;
  expect(await (await fetch(`${address}/overview`)).json()).toMatchObject({ undelivered: 0 });
  expect((await fetch(`${address}/payments`)).status).toBe(503);
  for (const { start } of parts) await start?.();
  local = instanceOf(stripeEngine);
  stripe = client();
  receiver = await openReceiver();
  await stripe.webhookEndpoints.create({ url: receiver.url, enabled_events: ['customer.created'] });
});
afterAll(async () => {
  console.close();
  console.closeAllConnections();
  await receiver.stop();
  for (const stop of stops) await stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const post = async (to: string, body: unknown = {}): Promise<Record<string, unknown>> => {
  const response = await fetch(`${address}/${to}`, { method: 'POST', body: JSON.stringify(body) });
  return (await response.json()) as Record<string, unknown>;
};

interface View {
  readonly events: { readonly id: string; readonly type: string; readonly deliveries: { readonly state: string }[] }[];
  readonly endpoints: { readonly id: string }[];
  readonly calls: { readonly path: string; readonly status: number; readonly error?: string }[];
}
const view = async (): Promise<View> => (await (await fetch(`${address}/payments`)).json()) as View;

it('listens on an address of its own, and only this account can read its keys', async () => {
  expect(new URL(local.apiUrl).hostname).toBe('127.0.0.1');
  await stripe.customers.create({});
  await clock.advance(0);
  await local.engine.idle();
  const { mode } = statSync(path.join(dataDir, 'stripe', 'stripe.json'));
  expect(mode & 0o077).toBe(0);
  expect(JSON.stringify(await view())).not.toContain(local.apiKey);
});

it('shows events with their deliveries in the console, which holds and releases them', async () => {
  expect(await post('payments/switches', { hold: true })).toMatchObject({ hold: true, drop: false });
  await stripe.customers.create({});
  expect((await view()).events[0]).toMatchObject({ type: 'customer.created', deliveries: [{ state: 'held' }] });
  expect(await (await fetch(`${address}/overview`)).json()).toMatchObject({ undelivered: 1 });
  expect(await post('payments/release', { order: 'oldest' })).toEqual({ released: 1 });
  await local.engine.idle();
  expect((await view()).events[0]?.deliveries[0]?.state).toBe('delivered');
  await post('payments/switches', { hold: false });
  expect(await post('payments/switches', { duplicate: -1 })).toMatchObject({ code: 'invalid_value' });
});

it('resends, forges and rolls from the console', async () => {
  const { events, endpoints } = await view();
  const id = events[0]?.id ?? '';
  const before = receiver.received.length;
  expect(await post(`payments/events/${id}/resend`)).toEqual({ sent: 1 });
  expect(await post(`payments/events/${id}/forge`, { forgery: 'old' })).toMatchObject({ answers: [{ status: 200 }] });
  expect(receiver.received).toHaveLength(before + 2);
  expect(await post(`payments/endpoints/${endpoints[0]?.id}/roll`)).toEqual({
    secret: expect.stringMatching(/^whsec_/) as string,
  });
  expect(await post('payments/events/evt_none/resend')).toMatchObject({ code: 'rejected' });
  expect(await post('payments/settings', { openerPolicy: 'same-origin' })).toMatchObject({
    openerPolicy: 'same-origin',
    afterRetries: 'cancel',
  });
});

it("advances Stripe's time from the console", async () => {
  const before = local.engine.account.now();
  expect(await post('payments/advance', { seconds: 3600 })).toEqual({ now: (before + 3600) * 1000 });
});

it('shows rejected calls by name in the console', async () => {
  await expect(stripe.coupons.list()).rejects.toThrow('Unrecognized request URL');
  await expect(stripe.customers.create({ balance: 5 })).rejects.toThrow('balance');
  const [unknownParameter, unknownUrl] = (await view()).calls;
  expect(unknownUrl).toMatchObject({ path: '/v1/coupons', status: 404 });
  expect(unknownParameter).toMatchObject({ status: 400, error: 'Received unknown parameter: balance' });
});

it('fails as the console says, in the form that the SDK reads', async () => {
  const { faults } = engines.platform;
  const fault = { dependency: 'stripe', seconds: 60, share: 1, delayMs: 0 } as const;
  faults.begin({ ...fault, kind: 'failing' });
  await expect(stripe.customers.list()).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 503 });
  faults.begin({ ...fault, kind: 'throttled' });
  await expect(stripe.customers.list()).rejects.toMatchObject({ type: 'StripeRateLimitError' });
  faults.begin({ ...fault, kind: 'down' });
  await expect(stripe.customers.list()).rejects.toMatchObject({ type: 'StripeConnectionError' });
  faults.heal();
  await expect(stripe.customers.list()).resolves.toMatchObject({ object: 'list' });
});
