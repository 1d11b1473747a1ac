import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ParameterNotFound } from '@aws-sdk/client-ssm';
import type Stripe from 'stripe';
import {
  CustomerMissing,
  ProviderBusy,
  ProviderRejected,
  ProviderUnreachable,
} from '../../../lambdas/domain/billing/provider.ts';
import { createCallLimits } from '../../../lambdas/platform/stripe/client.ts';
import { createStripeProvider } from '../../../lambdas/platform/stripe/provider.ts';
import { createStripeSettings } from '../../../lambdas/platform/stripe/settings.ts';
import { startBusyMeter } from '../../support/busyness.ts';
import { subscriptionOf } from '../../../lambdas/platform/stripe/views.ts';

const stored = { apiKey: 'rk_test_1', webhookSecrets: ['whsec_1'], trialKey: 'k'.repeat(44) };

describe('the settings', () => {
  const setUp = (values: readonly (string | Error)[]) => {
    let now = 0;
    let reads = 0;
    const parameters = {
      read: async () => {
        const value = values[Math.min(reads, values.length - 1)] ?? '';
        reads += 1;
        if (value instanceof Error) throw value;
        return value;
      },
    };
    const settings = createStripeSettings('/soundstage/dev/stripe', { parameters, now: () => now });
    return { settings, reads: () => reads, later: (ms: number) => void (now += ms) };
  };
  const text = (changes: object = {}) => JSON.stringify({ ...stored, ...changes });
  const missing = new ParameterNotFound({ message: 'None', $metadata: {} });

  it('are kept for five minutes', async () => {
    const { settings, reads, later } = setUp([text()]);
    await settings.read();
    later(299_000);
    expect(await settings.read()).toMatchObject(stored);
    expect(reads()).toBe(1);
    later(2000);
    await settings.read();
    expect(reads()).toBe(2);
  });

  it('are undefined while there are none, and looked for every half minute', async () => {
    const { settings, reads, later } = setUp([missing, text()]);
    expect([await settings.read(), await settings.read(), reads()]).toEqual([undefined, undefined, 1]);
    later(31_000);
    expect(await settings.read()).toMatchObject(stored);
  });

  it('are read again at once on request, but not more often than twice a minute', async () => {
    const { settings, reads, later } = setUp([text(), text({ webhookSecrets: ['whsec_2', 'whsec_1'] })]);
    await settings.read();
    await settings.reread();
    expect(reads()).toBe(1);
    later(31_000);
    expect(await settings.reread()).toMatchObject({ webhookSecrets: ['whsec_2', 'whsec_1'] });
    for (let i = 0; i < 100; i += 1) await settings.reread();
    expect(reads()).toBe(2);
  });

  it.each(['', '{}', '{"apiKey":"rk"}', 'rk_test_1'])('fail when the parameter contains %j', async (value) => {
    await expect(setUp([value]).settings.read()).rejects.toThrow();
  });
});

describe('the limits of a request', () => {
  it('leave time for one retry of each call, and end with the budget', () => {
    let now = 0;
    const limits = createCallLimits(7000, () => now);
    expect(limits()).toEqual({ timeout: 3200, maxNetworkRetries: 1 });
    now = 5000;
    expect(limits().timeout).toBe(700);
    now = 6500;
    expect(limits).toThrow(ProviderUnreachable);
  });
});

describe('a call of Stripe', () => {
  let server: Server;
  let answer: (count: number) => { readonly status: number; readonly body: unknown } | 'silence';
  let count = 0;
  let keys: unknown[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume();
      count += 1;
      keys.push(request.headers['idempotency-key']);
      const result = answer(count);
      if (result === 'silence') return;
      response.writeHead(result.status, { 'content-type': 'application/json' }).end(JSON.stringify(result.body));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  beforeEach(() => {
    count = 0;
    keys = [];
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const open = (budgetMs: number, baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`) =>
    createStripeProvider({
      stage: 'dev',
      automaticTax: false,
      settings: {
        read: async () => ({ ...stored, baseUrl }),
        reread: async () => undefined,
      },
      siteUrl: async () => 'https://site.example',
      now: Date.now,
    }).within(budgetMs);
  const failing = (status: number, error: object) => () => ({ status, body: { error } });
  const missing = (param: string) => ({ type: 'invalid_request_error', code: 'resource_missing', param });

  it.each([
    ['an answer without keys', 401, { type: 'invalid_request_error' }, ProviderUnreachable],
    ['too many calls', 429, { type: 'invalid_request_error', code: 'rate_limit' }, ProviderUnreachable],
    ['an error of Stripe', 500, { type: 'api_error' }, ProviderUnreachable],
    ['an unknown object', 404, { type: 'invalid_request_error', code: 'resource_missing' }, ProviderRejected],
    ['an unknown customer', 400, missing('customer'), CustomerMissing],
    ['a running call', 409, { type: 'idempotency_error', code: 'idempotency_key_in_use' }, ProviderBusy],
  ])('reports %s by kind', async (_name, status, error, kind) => {
    answer = failing(status, error);
    await expect(open(3000).openPortal('cus_1', { page: 'home' })).rejects.toBeInstanceOf(kind);
  });

  it('finds that a customer was deleted, and takes a deleted checkout for an expired one', async () => {
    answer = failing(400, missing('customer'));
    expect(await open(3000).readCustomer('cus_1')).toBeUndefined();
    answer = failing(404, missing('id'));
    expect(await open(3000).readCheckout('cs_1')).toEqual({ id: 'cs_1', status: 'expired', url: null });
    // Only when Stripe says so.
    answer = failing(400, { type: 'invalid_request_error', code: 'parameter_invalid' });
    await expect(open(3000).readCustomer('cus_1')).rejects.toBeInstanceOf(ProviderRejected);
    await expect(open(3000).readCheckout('cs_1')).rejects.toBeInstanceOf(ProviderRejected);
  });

  it('creates a customer under a new key when the first was deleted', async () => {
    const buyer = { user_id: 'user-1', email: '', name: '' };
    answer = () => ({ status: 200, body: { id: 'cus_2', object: 'customer' } });
    await open(3000).createCustomer({ ...buyer, replaces: undefined });
    await open(3000).createCustomer({ ...buyer, replaces: 'cus_1' });
    expect(keys).toEqual(['cus-dev-user-1', 'cus-dev-user-1-after-cus_1']);
  });

  it('is repeated once', async () => {
    answer = (call) =>
      call === 1
        ? { status: 500, body: { error: { type: 'api_error' } } }
        : { status: 200, body: { id: 'cs_1', object: 'checkout.session', status: 'open', url: 'https://pay' } };
    expect(await open(5000).readCheckout('cs_1')).toEqual({ id: 'cs_1', status: 'open', url: 'https://pay' });
    expect(count).toBe(2);
  });

  it('ends within its budget when Stripe does not answer', async () => {
    answer = () => 'silence';
    const [meter, began] = [startBusyMeter(), performance.now()];
    const error: unknown = await open(2000)
      .readCustomer('cus_1')
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'ServiceUnavailable', answered: false });
    expect((performance.now() - began) / meter.stop()).toBeLessThan(2500);
  });

  it('fails when nothing listens', async () => {
    await expect(open(3000, 'http://127.0.0.1:1').readCheckout('cs_1')).rejects.toBeInstanceOf(ProviderUnreachable);
  });

  it('contains no key in its error', async () => {
    answer = failing(401, { type: 'invalid_request_error', message: `Invalid API Key provided: ${stored.apiKey}` });
    const error: unknown = await open(3000)
      .readCheckout('cs_1')
      .catch((reason: unknown) => reason);
    expect(String((error as Error).message)).not.toContain(stored.apiKey);
  });
});

describe('a subscription of Stripe', () => {
  const DAY = 86_400;
  const START = 1_700_000_000;
  const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();

  const some = (changes: Partial<Stripe.Subscription> = {}, price: Partial<Stripe.Price> = {}): Stripe.Subscription =>
    ({
      id: 'sub_1',
      status: 'active',
      created: START,
      start_date: START,
      cancel_at: null,
      cancel_at_period_end: false,
      trial_start: null,
      trial_end: null,
      schedule: null,
      default_payment_method: { id: 'pm_1', card: { fingerprint: 'card' } },
      items: {
        data: [
          {
            id: 'si_1',
            current_period_start: START,
            current_period_end: START + 30 * DAY,
            price: { id: 'price_1', lookup_key: 'premium_monthly', metadata: {}, ...price },
          },
        ],
      },
      ...changes,
    }) as unknown as Stripe.Subscription;
  const view = (subscription: Stripe.Subscription) =>
    subscriptionOf(subscription, {
      planOfPriceId: (id) => (id === 'price_premium' ? 'premium' : undefined),
      payment: null,
    });

  it('takes its period from its item, and its card from its payment method', () => {
    expect(view(some())).toMatchObject({
      plan: 'premium',
      item_id: 'si_1',
      period_start: iso(START),
      period_end: iso(START + 30 * DAY),
      cancels_at: null,
      next_plan: null,
      card_fingerprint: 'card',
    });
  });

  it.each([
    ['its lookup key', { lookup_key: 'creator_monthly' }, 'creator'],
    ['its metadata, when it was replaced', { lookup_key: null, metadata: { soundstage_plan: 'business' } }, 'business'],
    ['nothing', { lookup_key: 'basic_yearly' }, undefined],
  ])('knows its plan by %s', (_name, price, plan) => {
    expect(view(some({}, price)).plan).toBe(plan);
  });

  it.each([
    ['at the end of the period', { cancel_at_period_end: true }, START + 30 * DAY],
    ['at a time', { cancel_at: START + 5 * DAY }, START + 5 * DAY],
  ])('is canceled %s', (_name, changes, at) => {
    expect(view(some(changes)).cancels_at).toBe(iso(at));
  });

  it('knows the plan that its schedule sets next', () => {
    const phase = (start: number, end: number, price: string) => ({
      start_date: start,
      end_date: end,
      items: [{ price }],
    });
    const schedule = {
      id: 'sub_sched_1',
      phases: [phase(START, START + 30 * DAY, 'price_1'), phase(START + 30 * DAY, START + 60 * DAY, 'price_premium')],
    } as unknown as Stripe.SubscriptionSchedule;
    expect(view(some({ schedule }, { lookup_key: 'creator_monthly' })).next_plan).toBe('premium');
  });

  it('without an item belongs to no plan', () => {
    expect(view(some({ items: { data: [] } as never }))).toMatchObject({ plan: undefined, item_id: '' });
  });
});
