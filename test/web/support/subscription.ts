import type { Invoice, Subscription } from '../../../lambdas/contract/people/billing.ts';

/** A user without a subscription who can still start a trial. */
export const subscription = (changes: Partial<Subscription> = {}): Subscription => ({
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
  ...changes,
});

export const PERIOD_END = '2026-12-03T12:00:00.000Z';

/** A user who pays for a plan. */
export const paid = (plan: 'premium' | 'creator' | 'business', changes: Partial<Subscription> = {}): Subscription =>
  subscription({
    subscribed: true,
    subscription_tier: plan,
    plan,
    source: 'stripe',
    state: 'active',
    subscription_plan: plan,
    period_end: PERIOD_END,
    next_payment: { at: PERIOD_END, amount: 1999, currency: 'usd' },
    trial: { available: false, ends_at: null, rejected: false },
    manageable: true,
    ...changes,
  });

/** A user in the trial of Premium. */
export const onTrial = (changes: Partial<Subscription> = {}): Subscription =>
  paid('premium', { state: 'trialing', trial: { available: false, ends_at: PERIOD_END, rejected: false }, ...changes });

/** A user with a complimentary plan who pays for a smaller one. */
export const paidBelowGiven = (changes: Partial<Subscription> = {}): Subscription =>
  paid('premium', {
    subscription_tier: 'business',
    plan: 'business',
    source: 'complimentary',
    plan_after_subscription: 'business',
    ...changes,
  });

/** A paid invoice. */
export const invoice = (changes: Partial<Invoice> = {}): Invoice => ({
  id: 'in_1',
  number: 'A-0001',
  created_at: '2026-11-03T12:00:00.000Z',
  amount: 1999,
  currency: 'usd',
  status: 'paid',
  url: 'https://invoice.stripe.com/i/in_1',
  ...changes,
});
