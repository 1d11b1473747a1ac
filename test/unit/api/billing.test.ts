import { billingRoutes } from '../../../lambdas/api/billing/routes.ts';
import type { BillingApiDeps } from '../../../lambdas/api/billing/deps.ts';
import type { Subscription } from '../../../lambdas/contract/people/billing.ts';
import {
  ProviderRejected,
  ProviderUnreachable,
  type PaymentProvider,
} from '../../../lambdas/domain/billing/provider.ts';
import { newBillingRecord, type BillingRecord } from '../../../lambdas/domain/billing/record.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { createLogger } from '../../../lambdas/platform/logger.ts';
import { createMemoryStore } from '../../support/billing/memory-store.ts';
import { createProviderStub, inDays, NOW, someSubscription } from '../../support/billing/provider-stub.ts';
import { accessClaims, call, PERSON } from '../../support/http.ts';

const CUSTOMER = `cus_${PERSON.slice(-12)}`;

const setUp = ({ plan = 'free' as const, keys = true } = {}) => {
  const memory = createMemoryStore();
  const stub = createProviderStub();
  let failure: Error | undefined = keys ? undefined : new ProviderUnreachable('There are no keys of Stripe');
  let calls = 0;
  const lines: string[] = [];
  const provider = new Proxy(stub.provider, {
    get: (target, name: keyof PaymentProvider) => async (argument: never, second: never) => {
      calls += 1;
      if (failure) throw failure;
      return (target[name] as (one: never, two: never) => unknown)(argument, second);
    },
  });
  let ids = 0;
  let time = NOW;
  let reads = 0;
  let lastRead = Infinity;
  const deps: BillingApiDeps = {
    store: memory.store,
    stripe: { within: () => provider },
    settings: { read: async () => (keys ? { apiKey: 'rk', webhookSecrets: [], trialKey: 'k'.repeat(44) } : undefined) },
    graceDays: 7,
    hash: async (text) => `hash of ${text}`,
    now: () => time,
    pause: async () => {},
    profiles: {
      get: async (id) => {
        reads += 1;
        if (reads > lastRead) return undefined;
        return { id, email: 'Ada@Example.com', full_name: 'Ada', created_at: inDays(-100) };
      },
    },
    newId: () => `checkout-${(ids += 1)}`,
  };
  const handler = httpFunction(billingRoutes(deps), {
    rights: { read: async (userId) => ({ user_id: userId, role: 'user', plan, disabled: false }) },
    logger: createLogger('warn', {}, (line) => lines.push(line)),
  });
  const post = (name: string, body?: unknown, query?: Record<string, string>) =>
    call(handler, {
      routeKey: `POST /api/functions/${name}`,
      claims: accessClaims(),
      ...(body === undefined ? {} : { body }),
      ...(query ? { query } : {}),
    });
  return {
    ...memory,
    ...stub,
    post,
    check: async () => (await post('check-subscription')).body as Subscription,
    put: (record: Partial<BillingRecord>): void =>
      void memory.records.set(PERSON, { ...newBillingRecord(PERSON, 'free'), version: 1, ...record }),
    fail: (error: Error = new ProviderUnreachable('Stripe did not answer')): void => void (failure = error),
    /** Log lines of warnings and errors. */
    logged: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    later: (ms: number): void => void (time += ms),
    calls: () => calls,
    /** Deletes the account after the profile was read so often. */
    eraseAfter: (profileReads: number): void => void (lastRead = profileReads),
  };
};

describe('check-subscription', () => {
  it('says that a new user has the free plan and can start a trial', async () => {
    expect(await setUp().check()).toEqual({
      subscribed: false,
      subscription_tier: null,
      plan: 'free',
      source: 'free',
      state: 'none',
      subscription_plan: null,
      plan_after_subscription: 'free',
      period_end: null,
      cancels_at: null,
      next_plan: null,
      next_payment: null,
      trial: { available: true, ends_at: null, rejected: false },
      next: null,
      invoices: [],
      manageable: false,
      buying: 'on',
    });
  });

  it('asks Stripe after a checkout was opened, and sees the purchase without an event', async () => {
    const { post, check, subscriptions, checkouts, later } = setUp();
    await post('create-checkout', { planId: 'premium-trial' });
    later(3000);
    expect((await check()).next).toMatchObject({ action: 'finish_checkout', plan: 'premium' });
    for (const one of checkouts.values()) one.status = 'complete';
    const trial = { status: 'trialing' as const, trial_start: inDays(0), trial_end: inDays(7), period_end: inDays(7) };
    subscriptions.set(CUSTOMER, [someSubscription(trial)]);
    later(3000);
    expect(await check()).toMatchObject({
      subscribed: true,
      subscription_tier: 'premium',
      source: 'stripe',
      state: 'trialing',
      trial: { available: false, ends_at: inDays(7) },
      next_payment: { at: inDays(7), amount: 1999, currency: 'usd' },
      next: null,
      manageable: true,
    });
  });

  it('asks Stripe after a change of plan was opened, and sees the new plan without an event', async () => {
    const { post, check, put, subscriptions, records, later } = setUp();
    put({ customer_id: CUSTOMER, plan: 'premium', source: 'stripe', plan_until: inDays(20), subscription: snapshot });
    subscriptions.set(CUSTOMER, [someSubscription()]);
    const { body } = await post('create-checkout', { planId: 'creator' });
    expect(body).toEqual({ url: 'https://portal.example/change_plan' });
    // The reconciler looks at the end of the visit, even if the user never comes back.
    expect(records.get(PERSON)?.next_look_at).toBe(new Date(NOW + 3_600_000).toISOString());
    subscriptions.set(CUSTOMER, [someSubscription({ plan: 'creator' })]);
    later(3000);
    expect(await check()).toMatchObject({ plan: 'creator', state: 'active' });
    expect(records.get(PERSON)?.next_look_at).toBe(new Date(NOW + 3_600_000).toISOString());
  });

  it('does not ask Stripe otherwise, and works while Stripe is down', async () => {
    const { check, put, fail, calls } = setUp();
    put({ customer_id: CUSTOMER, synced_at: inDays(-1) });
    fail();
    expect(await check()).toMatchObject({ plan: 'free', buying: 'on' });
    expect(calls()).toBe(0);
  });

  it('asks Stripe at most every two seconds, however often screens ask', async () => {
    const { post, check, calls, later } = setUp();
    await post('create-checkout', { planId: 'premium' });
    const before = calls();
    for (let i = 0; i < 5; i += 1) await check();
    expect(calls() - before).toBe(0);
    later(2500);
    await check();
    await check();
    expect(calls() - before).toBe(2);
  });

  it('ends a plan on time even if nothing was heard of Stripe since', async () => {
    const { check, put, later } = setUp();
    const subscription = {
      id: 'sub_1',
      item_id: 'si_1',
      state: 'active' as const,
      plan: 'premium' as const,
      until: inDays(1),
      period_end: inDays(1),
      trial_ends_at: null,
      cancels_at: inDays(1),
      next_plan: null,
      payment: null,
    };
    put({ plan: 'premium', source: 'stripe', plan_until: inDays(1), subscription });
    expect(await check()).toMatchObject({ plan: 'premium', cancels_at: inDays(1), next_payment: null });
    later(86_400_000);
    expect(await check()).toMatchObject({ plan: 'free', subscribed: false });
  });

  it.each([
    ['before the end of the period', 20, false],
    ['in the middle of the next one', 50, false],
    ['after the next one', 80, true],
  ])('announces the next payment of a subscription that ends %s: %s days, %s', async (_when, days, announced) => {
    const { check, put } = setUp();
    const subscription = {
      id: 'sub_1',
      item_id: 'si_1',
      state: 'active' as const,
      plan: 'premium' as const,
      until: inDays(30),
      period_end: inDays(30),
      trial_ends_at: null,
      cancels_at: inDays(days),
      next_plan: null,
      payment: null,
    };
    put({ plan: 'premium', source: 'stripe', plan_until: inDays(30), subscription });
    expect(await check()).toMatchObject({
      cancels_at: inDays(days),
      next_payment: announced ? { at: inDays(30), amount: 1999 } : null,
    });
  });

  it.each([
    ['confirm', 'https://invoice.example/1', { action: 'confirm_payment', url: 'https://invoice.example/1' }],
    ['card', 'https://invoice.example/1', { action: 'update_card', pay_url: 'https://invoice.example/1' }],
    ['confirm', null, { action: 'update_card', pay_url: null }],
  ] as const)('says what to do next about a missing payment (%s, %s)', async (kind, url, next) => {
    const { check, put } = setUp();
    put({
      subscription: {
        id: 'sub_1',
        item_id: 'si_1',
        state: 'past_due',
        plan: 'premium',
        until: inDays(5),
        period_end: inDays(28),
        trial_ends_at: null,
        cancels_at: null,
        next_plan: null,
        payment: { kind, url },
      },
    });
    expect((await check()).next).toEqual(next);
  });

  it('knows the plan of a test user, who has no subscription', async () => {
    expect(await setUp({ plan: 'business' as never }).check()).toMatchObject({
      subscribed: true,
      subscription_tier: 'business',
      source: 'manual',
      state: 'none',
      manageable: false,
    });
  });
});

describe('without keys of Stripe', () => {
  it('says that buying is off', async () => {
    expect(await setUp({ keys: false }).check()).toMatchObject({ buying: 'off', trial: { available: false } });
  });

  it('opens no portal', async () => {
    const { post } = setUp({ keys: false });
    expect(await post('customer-portal')).toMatchObject({ status: 503, problem: { code: 'billing_unavailable' } });
  });

  it('opens no checkout, and stores neither a customer nor a place for one', async () => {
    const { post, put, records, checkouts } = setUp({ keys: false });
    for (const before of [undefined, { customer_id: CUSTOMER }]) {
      if (before) put(before);
      expect(await post('create-checkout', { planId: 'premium-trial' })).toMatchObject({
        status: 503,
        problem: { code: 'billing_unavailable' },
      });
      expect(records.get(PERSON)?.customer_id).toBe(before?.customer_id);
      expect(records.get(PERSON)?.checkout).toBeUndefined();
    }
    expect(checkouts.size).toBe(0);
  });
});

describe('while Stripe is down', () => {
  it.each([
    ['create-checkout', { planId: 'premium' }],
    ['customer-portal', undefined],
    ['check-subscription', undefined],
  ])('%s answers 503 and when to try again', async (name, body) => {
    const { post, put, fail } = setUp();
    put({ customer_id: CUSTOMER, subscription: snapshot, watched_until: inDays(0.01) });
    fail();
    const { status, problem, headers } = await post(name, body);
    expect([status, problem.code, headers['retry-after']]).toEqual([503, 'billing_unavailable', '2']);
  });
});

describe('why Stripe failed is logged', () => {
  const secret = { cause: Object.assign(new Error('sk_live_of_the_stage'), { statusCode: 401 }) };

  it.each<[string, Error, object]>([
    [
      'as a warning when it is temporary',
      new ProviderUnreachable('Stripe did not answer'),
      { level: 'warn', errorName: 'ServiceUnavailable', errorMessage: 'Stripe did not answer' },
    ],
    [
      'as an error when Stripe rejects the call',
      new ProviderRejected('Stripe rejected the call: price_inactive', 'price_inactive', {
        cause: new Error('sk_live_of_the_stage'),
      }),
      { level: 'error', errorName: 'ProviderRejected', errorCode: 'price_inactive' },
    ],
    [
      'as an error when Stripe rejects the key',
      new ProviderUnreachable('Stripe rejected the call: api_key_expired', { ...secret, answered: true }),
      { level: 'error', errorMessage: 'Stripe rejected the call: api_key_expired' },
    ],
  ])('%s', async (_how, error, expected) => {
    const { post, put, fail, logged } = setUp();
    put({ customer_id: CUSTOMER });
    fail(error);
    expect((await post('create-checkout', { planId: 'premium' })).status).toBe(503);
    expect(logged()).toMatchObject([
      { requestId: 'request-1', route: 'POST /api/functions/create-checkout', ...expected },
    ]);
    expect(JSON.stringify(logged())).not.toContain('sk_live');
  });

  it('also when only the checkout itself is rejected', async () => {
    const { post, provider, logged } = setUp();
    jest.spyOn(provider, 'openCheckout').mockRejectedValue(new ProviderRejected('Stripe has no price', undefined));
    expect(await post('create-checkout', { planId: 'premium' })).toMatchObject({
      status: 503,
      problem: { code: 'billing_unavailable' },
    });
    expect(logged()).toMatchObject([{ level: 'error', errorMessage: 'Stripe has no price' }]);
  });
});

const snapshot: NonNullable<BillingRecord['subscription']> = {
  id: 'sub_1',
  item_id: 'si_1',
  state: 'active',
  plan: 'premium',
  until: inDays(20),
  period_end: inDays(13),
  trial_ends_at: null,
  cancels_at: null,
  next_plan: null,
  payment: null,
};

describe('create-checkout', () => {
  it.each([
    ['an unknown plan', { planId: 'platinum' }],
    ['the free plan', { planId: 'free' }],
    ['no plan', {}],
    ['another field', { planId: 'premium', price: 1 }],
    ['a list', { planId: ['premium'] }],
  ])('rejects %s', async (_name, body) => {
    const { post, calls } = setUp();
    expect(await post('create-checkout', body)).toMatchObject({ status: 400, problem: { code: 'validation_failed' } });
    expect(calls()).toBe(0);
  });

  it.each([0, 1])('writes nothing for an account that was deleted after %i reads of it', async (profileReads) => {
    const { post, eraseAfter, records, calls } = setUp();
    eraseAfter(profileReads);
    expect(await post('create-checkout', { planId: 'premium' })).toMatchObject({
      status: 404,
      problem: { code: 'user_not_found', detail: 'This account was deleted.' },
    });
    expect([records.size, calls()]).toEqual([0, 0]);
  });

  it('names why there is no trial', async () => {
    const { post, put } = setUp();
    put({ trial_used_at: inDays(-30) });
    expect(await post('create-checkout', { planId: 'premium-trial' })).toMatchObject({
      status: 409,
      problem: {
        code: 'TRIAL_ALREADY_USED',
        title: 'You have already used your free trial. Please choose a paid plan.',
      },
    });
  });
});

describe('customer-portal', () => {
  it('says that there is nothing to manage when the customer was deleted at Stripe', async () => {
    const { post, put, deleted } = setUp();
    put({ customer_id: CUSTOMER, subscription: snapshot });
    deleted.add(CUSTOMER);
    expect(await post('customer-portal')).toMatchObject({ status: 409, problem: { code: 'no_billing_account' } });
  });

  it('is not for users without a subscription', async () => {
    expect(await setUp().post('customer-portal')).toMatchObject({
      status: 409,
      problem: { code: 'no_billing_account' },
    });
  });

  it.each([
    [undefined, snapshot, { page: 'home' }],
    ['update_card', snapshot, { page: 'update_card' }],
    ['cancel', snapshot, { page: 'cancel', subscription_id: 'sub_1' }],
    ['cancel', { ...snapshot, cancels_at: inDays(13) }, { page: 'home' }],
    ['cancel', { ...snapshot, state: 'canceled' as const }, { page: 'home' }],
  ] as const)('opens the page for %s, and watches for what the user changes', async (flow, subscription, page) => {
    const { post, put, portals, records } = setUp();
    put({ customer_id: CUSTOMER, subscription });
    const { body } = await post('customer-portal', undefined, flow && { flow });
    expect([body, portals]).toEqual([{ url: `https://portal.example/${page.page}` }, [page]]);
    expect(records.get(PERSON)?.watched_until).toBe(new Date(NOW + 3_600_000).toISOString());
  });
});
