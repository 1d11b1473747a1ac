import { decide } from '../../../../lambdas/domain/billing/decide.ts';
import type { ProviderSubscription } from '../../../../lambdas/domain/billing/provider.ts';
import { newBillingRecord, type BillingRecord } from '../../../../lambdas/domain/billing/record.ts';
import { inDays, NOW, someSubscription } from '../../../support/billing/provider-stub.ts';

const USER = '00000000-0000-4000-8000-000000000001';
const GRACE = 7;

const decided = (subscriptions: readonly ProviderSubscription[], record: Partial<BillingRecord> = {}, now = NOW) =>
  decide(
    { ...newBillingRecord(USER, 'free'), ...record },
    { subscriptions, invoices: [], checkout: undefined },
    { now, graceDays: GRACE },
  );

const trial = { trial_start: inDays(-3), trial_end: inDays(4), period_start: inDays(-3), period_end: inDays(4) };

describe('the plan that follows from the status of a subscription', () => {
  it.each<[string, Partial<ProviderSubscription>, string, string | null]>([
    ['trialing', { status: 'trialing', ...trial }, 'premium', inDays(4 + GRACE)],
    ['trialing, canceled', { status: 'trialing', ...trial, cancels_at: inDays(4) }, 'premium', inDays(4)],
    ['active', {}, 'premium', inDays(15 + GRACE)],
    ['active, canceled to the end of the period', { cancels_at: inDays(15) }, 'premium', inDays(15)],
    ['active, canceled to an earlier time', { cancels_at: inDays(2) }, 'premium', inDays(2)],
    ['active, canceled to a time that renewals come before', { cancels_at: inDays(90) }, 'premium', inDays(15 + GRACE)],
    [
      'past due, canceled to a time within the grace',
      { status: 'past_due', period_start: inDays(-2), period_end: inDays(28), cancels_at: inDays(1) },
      'premium',
      inDays(1),
    ],
    [
      'past due for fewer days than the grace',
      { status: 'past_due', period_start: inDays(-2), period_end: inDays(28) },
      'premium',
      inDays(-2 + GRACE),
    ],
    ['past due for longer', { status: 'past_due', period_start: inDays(-8), period_end: inDays(22) }, 'free', null],
    [
      'past due after a trial, never paid',
      {
        status: 'past_due',
        period_start: inDays(-1),
        period_end: inDays(29),
        trial_start: inDays(-8),
        trial_end: inDays(-1),
      },
      'free',
      null,
    ],
    ['incomplete', { status: 'incomplete' }, 'free', null],
    ['incomplete, expired', { status: 'incomplete_expired' }, 'free', null],
    ['unpaid', { status: 'unpaid' }, 'free', null],
    ['paused', { status: 'paused' }, 'free', null],
    ['canceled', { status: 'canceled', cancels_at: inDays(-1) }, 'free', null],
    ['active with a price of no plan', { plan: undefined }, 'free', null],
  ])('%s', (_name, changes, plan, until) => {
    const { plan: found, plan_until: foundUntil, plan_after: after } = decided([someSubscription(changes)]);
    expect([found, foundUntil, after]).toEqual([plan, until, 'free']);
  });

  it('is free without a subscription', () => {
    expect(decided([])).toMatchObject({ plan: 'free', source: 'free', plan_until: null, next_look_at: undefined });
  });
});

it('keeps the plan of a subscription whose price belongs to no plan any more, and raises an alert', () => {
  const before = decided([someSubscription()]);
  const after = decided([someSubscription({ plan: undefined, period_end: inDays(45) })], before);
  expect(after).toMatchObject({ plan: 'premium', plan_until: inDays(45 + GRACE), alerts: ['unknown_price'] });
});

it('takes the better of two subscriptions, and raises an alert until one has ended', () => {
  const cheap = someSubscription({ id: 'sub_1', created_at: inDays(-1) });
  const dear = someSubscription({ id: 'sub_2', plan: 'creator', created_at: inDays(-30) });
  const both = decided([cheap, dear]);
  expect(both).toMatchObject({ plan: 'creator', subscription: { id: 'sub_2' }, alerts: ['duplicate_subscription'] });
  const one = decided([cheap, { ...dear, status: 'canceled' }], both);
  expect([one.plan, one.alerts]).toEqual(['premium', undefined]);
});

it('prefers a subscription that grants a plan to a newer one that does not', () => {
  const unpaid = someSubscription({ id: 'sub_2', plan: 'business', status: 'unpaid', created_at: inDays(-1) });
  expect(decided([unpaid, someSubscription()])).toMatchObject({ plan: 'premium', subscription: { id: 'sub_1' } });
});

describe('several sources', () => {
  const given = (plan: 'premium' | 'business', until: string | null) => ({
    complimentary: { plan, until, reason: 'Press', given_by: USER, given_at: inDays(-1) },
  });

  it('gives the best plan, and after it the one that lasts longer', () => {
    expect(decided([someSubscription()], given('business', inDays(5)))).toMatchObject({
      plan: 'business',
      source: 'complimentary',
      plan_until: inDays(5),
      plan_after: 'premium',
    });
  });

  it('continues a complimentary plan when the subscription ends', () => {
    const canceled = someSubscription({ plan: 'creator', cancels_at: inDays(3) });
    expect(decided([canceled], given('premium', null))).toMatchObject({
      plan: 'creator',
      plan_until: inDays(3),
      plan_after: 'premium',
    });
  });

  it('keeps the plan of a test user', () => {
    expect(decided([], newBillingRecord(USER, 'business'))).toMatchObject({ plan: 'business', source: 'manual' });
  });
});

describe('when the provider is asked again', () => {
  it.each<[string, Partial<ProviderSubscription>, string | undefined]>([
    ['a day later while it is active', {}, inDays(1)],
    ['an hour after a period that ends sooner', { period_end: inDays(0.5) }, inDays(0.5 + 1 / 24)],
    ['six hours later while it is unpaid', { status: 'past_due', period_start: inDays(-1) }, inDays(0.25)],
    ['never after it has ended', { status: 'canceled' }, undefined],
  ])('%s', (_name, changes, at) => {
    expect(decided([someSubscription(changes)]).next_look_at).toBe(at);
  });
});

it('remembers a trial of a subscription that has ended', () => {
  const ended = someSubscription({ status: 'canceled', trial_start: inDays(-20), trial_end: inDays(-13) });
  const before = decided([ended]);
  expect(before.trial_used_at).toBe(inDays(-20));
  expect(decided([], before).trial_used_at).toBe(inDays(-20));
});

describe('an open checkout', () => {
  const checkout = { id: 'one', choice: 'premium' as const, until: inDays(0.02), session_id: 'cs_one' };
  const found = (status: 'open' | 'complete' | 'expired') =>
    decide(
      { ...newBillingRecord(USER, 'free'), checkout },
      { subscriptions: [], invoices: [], checkout: { id: 'cs_one', status, url: null } },
      { now: NOW, graceDays: GRACE },
    ).checkout;

  it('is kept while it is open', () => {
    expect(found('open')).toEqual(checkout);
  });

  it.each(['complete', 'expired'] as const)('is forgotten when it is %s', (status) => {
    expect(found(status)).toBeUndefined();
  });

  it('without an id is kept until its time is over', () => {
    const { session_id: _id, ...unknown } = checkout;
    expect(decided([], { checkout: unknown }).checkout).toEqual(unknown);
    expect(decided([], { checkout: unknown }, NOW + 3_600_000).checkout).toBeUndefined();
  });
});
