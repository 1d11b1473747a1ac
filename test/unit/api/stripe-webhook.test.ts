import { createHmac } from 'node:crypto';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { createLogger } from '../../../lambdas/platform/logger.ts';
import { webhookRoutes } from '../../../lambdas/api/stripe-webhook/routes.ts';
import type { StripeSettings } from '../../../lambdas/platform/stripe/settings.ts';
import { NOW } from '../../support/billing/provider-stub.ts';
import { call, type TestCall } from '../../support/http.ts';

const SECRET = 'whsec_current';
const OLD_SECRET = 'whsec_before';
const SECONDS = NOW / 1000;

const event = JSON.stringify(
  {
    id: 'evt_1',
    object: 'event',
    type: 'customer.subscription.updated',
    created: SECONDS - 5,
    data: { object: { id: 'sub_1', object: 'subscription', customer: 'cus_1', status: 'active' } },
  },
  null,
  2,
);

const mac = (body: string, secret: string, seconds: number): string =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');

const sign = (body: string, secret = SECRET, seconds = SECONDS): string =>
  `t=${seconds},v1=${mac(body, secret, seconds)}`;

/** `null` means no settings. */
const setUp = (stored: Partial<StripeSettings> | null = {}, replaced?: Partial<StripeSettings>) => {
  const published: unknown[] = [];
  const lines: string[] = [];
  let reads = 0;
  let rereads = 0;
  let time = NOW;
  const settingsOf = (changes: Partial<StripeSettings>): StripeSettings => ({
    apiKey: 'rk_test_1',
    webhookSecrets: [SECRET, OLD_SECRET],
    trialKey: 'k'.repeat(44),
    ...changes,
  });
  const current = stored === null ? undefined : settingsOf(stored);
  const handler = httpFunction(
    webhookRoutes({
      settings: {
        read: async () => ((reads += 1), current),
        reread: async () => ((rereads += 1), replaced ? settingsOf(replaced) : current),
      },
      events: { publish: async (type, detail) => void published.push([type, detail]) },
      logger: createLogger('warn', {}, (line) => lines.push(line)),
      now: () => time,
    }),
    { rights: { read: async () => undefined }, logger: silentLogger },
  );
  const send = (body: string, signature?: string, changes: Partial<TestCall> = {}) =>
    call(handler, {
      routeKey: 'POST /api/stripe/webhook',
      body,
      headers: signature === undefined ? {} : { 'stripe-signature': signature },
      ...changes,
    });
  const later = (ms: number): void => void (time += ms);
  return { send, published, lines, later, counts: () => ({ reads, rereads }) };
};

it('publishes the ids of a signed event, and nothing else of it', async () => {
  const { send, published } = setUp();
  expect(await send(event, sign(event))).toMatchObject({ status: 200, body: { received: true } });
  const at = new Date(NOW - 5000).toISOString();
  const type = 'customer.subscription.updated';
  expect(published).toEqual([
    ['StripeEventReceived.v1', { eventId: 'evt_1', type, at, objectId: 'sub_1', customerId: 'cus_1' }],
  ]);
});

it.each([
  ['the secret before the rotation', () => sign(event, OLD_SECRET)],
  ['both secrets', () => `${sign(event, 'whsec_other')},v1=${mac(event, OLD_SECRET, SECONDS)}`],
  ['a time of almost five minutes ago', () => sign(event, SECRET, SECONDS - 299)],
])('accepts an event signed with %s', async (_name, header) => {
  expect((await setUp().send(event, header())).status).toBe(200);
});

it('accepts a body that the gateway encoded', async () => {
  const encoded = Buffer.from(event).toString('base64');
  expect((await setUp().send(encoded, sign(event), { isBase64Encoded: true })).status).toBe(200);
});

const changed = event.replace('"active"', '"canceled"');
const reserialized = JSON.stringify(JSON.parse(event));
const latin1 = Buffer.from(event.replace('sub_1', 'süb'), 'latin1').toString('base64');

it.each<[string, { body?: string; signature?: string; isBase64Encoded?: boolean }]>([
  ['no signature', {}],
  ['an empty signature', { signature: '' }],
  ['a changed body', { body: changed, signature: sign(event) }],
  ['the same JSON in other bytes', { body: reserialized, signature: sign(event) }],
  [
    'other bytes of the same text',
    { body: latin1, isBase64Encoded: true, signature: sign(event.replace('sub_1', 'süb')) },
  ],
  ['a foreign secret', { signature: sign(event, 'whsec_foreign') }],
  ['a signature of five minutes ago', { signature: sign(event, SECRET, SECONDS - 301) }],
  ['a replayed event of last week', { signature: sign(event, SECRET, SECONDS - 7 * 86_400) }],
  ['a time in the future', { signature: sign(event, SECRET, SECONDS + 301) }],
  ['a changed time', { signature: sign(event).replace(`t=${SECONDS}`, `t=${SECONDS - 1}`) }],
  ['the scheme v0 only', { signature: sign(event).replace('v1=', 'v0=') }],
  ['no time', { signature: sign(event).replace(/^t=\d+,/, '') }],
  ['garbage', { signature: 't=now,v1=%00' }],
  ['the secret itself', { signature: `t=${SECONDS},v1=${SECRET}` }],
])('rejects %s with 401, and publishes nothing', async (_name, { body = event, signature, ...changes }) => {
  const { send, published } = setUp();
  const { status, problem } = await send(body, signature, changes);
  expect([status, problem.code, published]).toEqual([401, 'signature_invalid', []]);
});

it('warns of wrong signatures at most every 30 seconds, and of no right one', async () => {
  const { send, lines, later } = setUp({ webhookSecrets: ['whsec_gone'] }, {});
  await send(event, sign(event));
  expect(lines).toEqual([]);
  for (let tries = 0; tries < 5; tries += 1) await send(changed, sign(event));
  later(29_000);
  await send(changed, sign(event));
  expect(lines).toHaveLength(1);
  later(1_000);
  await send(changed, sign(event));
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
    Array.from({ length: 2 }, () => ({ level: 'warn', message: 'Signature of Stripe rejected' })),
  );
});

it('reads nothing for a request without a signature', async () => {
  const { send, counts } = setUp();
  await send(event);
  expect(counts()).toEqual({ reads: 0, rereads: 0 });
});

it('reads the secret again when a signature is wrong, because it may have been replaced', async () => {
  const { send, published, counts } = setUp({ webhookSecrets: ['whsec_gone'] }, {});
  expect((await send(event, sign(event))).status).toBe(200);
  expect([published.length, counts().rereads]).toEqual([1, 1]);
});

it('answers 503 without keys, so that Stripe sends the event again', async () => {
  const { send, published } = setUp(null);
  expect(await send(event, sign(event))).toMatchObject({ status: 503, problem: { code: 'billing_unavailable' } });
  expect(published).toEqual([]);
});

it.each([
  ['an event of another type', { type: 'customer.created' }],
  ['an event without an object', { data: {} }],
  ['an object whose id is no id', { data: { object: { id: '../etc', customer: 'cus_1' } } }],
  ['an event without a time', { created: 'yesterday' }],
])('acknowledges %s without publishing it', async (_name, fields) => {
  const { send, published } = setUp();
  const body = JSON.stringify({ ...(JSON.parse(event) as object), ...fields });
  expect((await send(body, sign(body))).status).toBe(200);
  expect(published).toEqual([]);
});

it('acknowledges a signed body that is not JSON without publishing it', async () => {
  const { send, published } = setUp();
  expect([(await send('{', sign('{'))).status, published]).toEqual([200, []]);
});

it('reads a thin event', async () => {
  const { send, published } = setUp();
  const thin = JSON.stringify({
    id: 'evt_2',
    object: 'v2.core.event',
    type: 'v1.invoice.paid',
    created: new Date(NOW).toISOString(),
    related_object: { id: 'in_1', type: 'invoice' },
  });
  await send(thin, sign(thin));
  expect(published).toMatchObject([[expect.any(String), { type: 'invoice.paid', objectId: 'in_1', customerId: null }]]);
});

it('rejects a body above its limit before it computes anything', async () => {
  const { send, counts } = setUp();
  const body = `{"a":"${'x'.repeat(300 * 1024)}"}`;
  expect((await send(body, sign(body))).status).toBe(413);
  expect(counts().reads).toBe(0);
});
