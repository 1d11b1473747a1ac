import type { Plan } from '../../../../lambdas/contract/shared.ts';
import { newBillingRecord, type BillingRecord } from '../../../../lambdas/domain/billing/record.ts';
import { subscriptionView } from '../../../../lambdas/domain/billing/view.ts';
import { inDays, NOW } from '../../../support/billing/provider-stub.ts';
import { PERSON } from '../../../support/http.ts';

const subscription = {
  id: 'sub_1',
  item_id: 'si_1',
  state: 'active' as const,
  plan: 'premium' as const,
  until: inDays(37),
  period_end: inDays(30),
  trial_ends_at: null,
  cancels_at: null,
  next_plan: null,
  payment: null,
};
const canceled = { subscription: { ...subscription, until: inDays(20), cancels_at: inDays(20) } };
const ended = { subscription: { ...subscription, state: 'canceled' as const, until: null } };
const given = (until: string | null): Pick<BillingRecord, 'complimentary'> => ({
  complimentary: { plan: 'business', until, reason: 'A gift', given_by: PERSON, given_at: inDays(-9) },
});

/** The plan that applies, that of the subscription, and the one without it. */
type Plans = readonly [Plan, Plan | null, Plan];

it.each<[string, Partial<BillingRecord>, Plans]>([
  ['a subscription', { subscription }, ['premium', 'premium', 'free']],
  ['a subscription that was canceled', canceled, ['premium', 'premium', 'free']],
  ['one below a complimentary plan', { subscription, ...given(null) }, ['business', 'premium', 'business']],
  ['one below a complimentary plan that ended', { subscription, ...given(inDays(-1)) }, ['premium', 'premium', 'free']],
  [
    'one that ends before the complimentary plan',
    { ...canceled, ...given(inDays(21)) },
    ['business', 'premium', 'business'],
  ],
  [
    'one that ends after the complimentary plan',
    { ...canceled, ...given(inDays(19)) },
    ['business', 'premium', 'free'],
  ],
  ['one that ends, of a test user', { ...canceled, manual_plan: 'creator' }, ['creator', 'premium', 'creator']],
  ['one that has ended', { ...ended, ...given(null) }, ['business', null, 'business']],
])('the plans of %s', (_, record, [plan, own, after]) => {
  const view = subscriptionView({ ...newBillingRecord(PERSON, 'free'), ...record }, { now: NOW, buying: 'on' });
  expect(view).toMatchObject({ plan, subscription_plan: own, plan_after_subscription: after });
});
