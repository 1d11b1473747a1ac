import Stripe from 'stripe';
import { systemClock } from '../../../infra/local/clock.ts';
import { paidPlans, planFacts } from '../../../lambdas/contract/people/plans.ts';
import { createStripe } from '../../../lambdas/platform/stripe/client.ts';
import { rotateWebhookSecret, setUp, storeKeys } from '../../../bin/billing/commands.ts';
import { isSignedBy } from '../../../lambdas/platform/stripe/webhook.ts';
import { createMemorySettings, startTestStripe, type TestStripe } from '../../support/billing/local-stripe.ts';

/** Webhooks that the local Stripe sent. */
interface Sent {
  readonly url: string;
  readonly body: string;
  readonly signature: string;
}

let stripe: TestStripe;
let sent: Sent[] = [];
beforeEach(async () => {
  sent = [];
  stripe = await startTestStripe(systemClock, async (url, body, headers) => {
    const signature = Object.entries(headers).find(([name]) => name.toLowerCase() === 'stripe-signature')?.[1] ?? '';
    sent.push({ url, body, signature });
    return { status: 200, text: '' };
  });
});
afterEach(() => stripe.stop());

const openTools = async (site = 'http://localhost:4000') => {
  const settings = createMemorySettings();
  const lines: string[] = [];
  const tools = { place: { stage: 'dev', site }, settings, report: (line: string) => void lines.push(line) };
  await storeKeys(tools, stripe.keys);
  return { tools, settings, lines };
};

const stateOf = async () => {
  const client = createStripe(stripe.keys);
  const [products, prices, portals, endpoints] = await Promise.all([
    client.products.list({ limit: 100 }),
    client.prices.list({ limit: 100 }),
    client.billingPortal.configurations.list({ limit: 100 }),
    client.webhookEndpoints.list({ limit: 100 }),
  ]);
  return {
    products: products.data,
    prices: prices.data,
    // Every setup updates the configuration, to the same values unless the plans changed.
    portals: portals.data.map(({ updated: _time, ...portal }) => portal),
    endpoints: endpoints.data,
  };
};

it('makes a product and a price for each plan from the table of plans, a portal and a webhook endpoint', async () => {
  const { tools, settings } = await openTools();
  await setUp(tools);
  const { products, prices, portals, endpoints } = await stateOf();
  expect(products.map(({ name }) => name).sort()).toEqual(paidPlans.map((plan) => planFacts[plan].name).sort());
  expect(Object.fromEntries(prices.map(({ lookup_key: key, unit_amount: amount }) => [key, amount]))).toEqual({
    premium_monthly: 1999,
    creator_monthly: 14_999,
    business_monthly: 29_999,
  });
  expect(endpoints.map(({ url, api_version: version }) => [url, version])).toEqual([
    ['http://localhost:4000/api/stripe/webhook', Stripe.API_VERSION],
  ]);
  expect(settings.current()).toMatchObject({
    portalConfiguration: portals[0]?.id,
    webhookEndpoint: endpoints[0]?.id,
    webhookSecrets: [expect.stringMatching(/^whsec_/)],
  });
});

it('changes nothing when it is repeated, and says so by saying little', async () => {
  const { tools, settings, lines } = await openTools();
  await setUp(tools);
  const [before, stored] = [await stateOf(), settings.current()];
  lines.length = 0;
  await setUp(tools);
  expect([await stateOf(), settings.current(), lines]).toEqual([before, stored, ['Stripe is set up']]);
});

it('never reports a key or a secret', async () => {
  const { tools, settings, lines } = await openTools();
  await setUp(tools);
  await rotateWebhookSecret(tools, { finish: false });
  const { apiKey = '', webhookSecrets = [], trialKey = '' } = settings.current() ?? {};
  for (const secret of [apiKey, trialKey, ...webhookSecrets]) expect(lines.join('\n')).not.toContain(secret);
});

it('replaces a price whose amount differs, and keeps the lookup key on the new one', async () => {
  const { tools } = await openTools();
  const client = createStripe(stripe.keys);
  const { id: product } = await client.products.create({ name: 'Premium', metadata: { soundstage_plan: 'premium' } });
  const old = await client.prices.create({
    product,
    currency: 'usd',
    unit_amount: 999,
    recurring: { interval: 'month' },
    lookup_key: 'premium_monthly',
  });
  await setUp(tools);
  const { products, prices } = await stateOf();
  expect(products).toHaveLength(3);
  expect(prices.find(({ id }) => id === old.id)).toMatchObject({ active: false, lookup_key: null });
  expect(prices.find(({ lookup_key: key }) => key === 'premium_monthly')).toMatchObject({ unit_amount: 1999, product });
});

it('follows the site to another address', async () => {
  const { tools } = await openTools();
  await setUp(tools);
  await setUp({ ...tools, place: { stage: 'dev', site: 'https://media.example.org' } });
  expect((await stateOf()).endpoints.map(({ url }) => url)).toEqual(['https://media.example.org/api/stripe/webhook']);
});

it('replaces an endpoint whose secret is unknown, and leaves those of other stages', async () => {
  const { tools } = await openTools();
  await setUp({ ...tools, settings: createOther(), place: { stage: 'prod', site: 'https://prod.example.org' } });
  await setUp({ ...tools, settings: createOther() });
  await setUp(tools);
  const urls = (await stateOf()).endpoints.map(({ url }) => url);
  expect(urls.sort()).toEqual([
    'http://localhost:4000/api/stripe/webhook',
    'https://prod.example.org/api/stripe/webhook',
  ]);
});

/** The settings of another operator, or of one who lost them. */
const createOther = () => {
  const settings = createMemorySettings();
  void settings.change(stripe.keys);
  return settings;
};

it.each(['pk_test_123', 'whsec_123', '', 'sk_test_1 2'])('rejects %j as a key', async (apiKey) => {
  const { tools } = await openTools();
  await expect(storeKeys(tools, { apiKey })).rejects.toThrow('not a secret or restricted key');
});

it('asks for a key before anything else', async () => {
  const { tools } = await openTools();
  await expect(setUp({ ...tools, settings: createMemorySettings() })).rejects.toThrow('Store one with: keys');
});

describe('a rotation of the webhook secret', () => {
  const createCustomer = async (): Promise<void> => {
    const client = createStripe(stripe.keys);
    const { id: customer } = await client.customers.create({ email: 'ada@example.com' });
    const [price] = (await client.prices.list({ lookup_keys: ['premium_monthly'] })).data;
    const { url } = await client.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: price?.id ?? '', quantity: 1 }],
      success_url: 'http://localhost:4000/ok',
    });
    await stripe.pay(url ?? '');
    await stripe.engine.idle();
  };
  const acceptedBy = (secrets: readonly string[]): readonly boolean[] =>
    sent.map(({ body, signature }) =>
      isSignedBy(secrets, { body: Buffer.from(body), header: signature, now: Date.now() }),
    );

  it('loses no event: all are accepted before, during and after it', async () => {
    const { tools, settings } = await openTools();
    await setUp(tools);
    const before = settings.current()?.webhookSecrets ?? [];
    await createCustomer();
    expect(acceptedBy(before).every(Boolean)).toBe(true);

    sent = [];
    await rotateWebhookSecret(tools, { finish: false });
    const during = settings.current()?.webhookSecrets ?? [];
    await createCustomer();
    expect([during.length, during[1]]).toEqual([2, before[0]]);
    expect(acceptedBy(during).every(Boolean)).toBe(true);
    // A function that has not read the new secret yet still accepts one of the two deliveries of each event.
    const eventsOf = (deliveries: readonly Sent[]) => new Set(deliveries.map(({ body }) => JSON.parse(body).id));
    const accepted = acceptedBy(before);
    expect(eventsOf(sent.filter((_, index) => accepted[index]))).toEqual(eventsOf(sent));

    await rotateWebhookSecret(tools, { finish: true });
    sent = [];
    await createCustomer();
    const after = settings.current()?.webhookSecrets ?? [];
    expect(after).toEqual([during[0]]);
    expect([sent.length > 0, acceptedBy(after).every(Boolean)]).toEqual([true, true]);
    expect((await stateOf()).endpoints).toHaveLength(1);
  });

  it('cannot begin twice, or finish without having begun', async () => {
    const { tools } = await openTools();
    await expect(rotateWebhookSecret(tools, { finish: false })).rejects.toThrow('Run setup first');
    await setUp(tools);
    await expect(rotateWebhookSecret(tools, { finish: true })).rejects.toThrow('No rotation is running');
    await rotateWebhookSecret(tools, { finish: false });
    await expect(rotateWebhookSecret(tools, { finish: false })).rejects.toThrow('A rotation is running');
  });
});
