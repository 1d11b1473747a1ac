import type { NextStep, Subscription } from '../../contract/people/billing.ts';
import { planFacts, trialFacts } from '../../contract/people/plans.ts';
import type { Plan } from '../../contract/shared.ts';
import { withEffectivePlan } from './decide.ts';
import type { BillingRecord, SubscriptionSnapshot } from './record.ts';
import { ENDED } from './subscription.ts';

/** A price in the smallest unit of the currency. */
export const centsOf = (plan: Plan): number => Math.round(planFacts[plan].priceUsd * 100);

/** The currency of all prices. */
export const CURRENCY = 'usd';

const nextStep = ({ checkout, subscription }: BillingRecord, now: number): NextStep | null => {
  if (subscription?.payment && !ENDED.has(subscription.state)) {
    const { kind, url } = subscription.payment;
    return kind === 'confirm' && url !== null
      ? { action: 'confirm_payment', url }
      : { action: 'update_card', pay_url: url };
  }
  if (checkout?.url === undefined || Date.parse(checkout.until) <= now) return null;
  const plan = checkout.choice === 'premium-trial' ? trialFacts.plan : checkout.choice;
  return { action: 'finish_checkout', url: checkout.url, plan };
};

/**
 * Whether a canceled subscription ends before another whole month is paid. What Stripe charges for a part of a month is
 * not known here, so such a payment is not announced.
 */
const endsFirst = ({ cancels_at: cancelsAt, period_end: end }: SubscriptionSnapshot): boolean => {
  if (cancelsAt === null) return false;
  const nextEnd = new Date(end);
  nextEnd.setUTCMonth(nextEnd.getUTCMonth() + 1);
  return Date.parse(cancelsAt) < nextEnd.getTime();
};

const nextPayment = ({ subscription }: BillingRecord): Subscription['next_payment'] => {
  if (!subscription?.plan || endsFirst(subscription)) return null;
  if (subscription.state !== 'active' && subscription.state !== 'trialing') return null;
  const plan = subscription.next_plan ?? subscription.plan;
  return { at: subscription.period_end, amount: centsOf(plan), currency: CURRENCY };
};

/** The plan from other sources than the subscription: when it ends, or now. */
const planAfter = (record: BillingRecord, cancelsAt: string | null, now: number): Plan =>
  withEffectivePlan({ ...record, subscription: undefined }, cancelsAt === null ? now : Date.parse(cancelsAt)).plan;

const isAhead = (until: string | undefined, now: number): boolean => until !== undefined && Date.parse(until) > now;

/** What a user sees of their record. `now` is in milliseconds. */
export const subscriptionView = (
  stored: BillingRecord,
  { now, buying }: { readonly now: number; readonly buying: Subscription['buying'] },
): Subscription => {
  const record = withEffectivePlan(stored, now);
  const { plan, source, subscription } = record;
  const live = subscription && !ENDED.has(subscription.state);
  const cancelsAt = live ? subscription.cancels_at : null;
  return {
    subscribed: plan !== 'free',
    subscription_tier: plan === 'free' ? null : plan,
    plan,
    source,
    state: subscription?.state ?? 'none',
    subscription_plan: live ? subscription.plan : null,
    plan_after_subscription: planAfter(record, cancelsAt, now),
    period_end: live ? subscription.period_end : null,
    cancels_at: cancelsAt,
    next_plan: live ? subscription.next_plan : null,
    next_payment: nextPayment(record),
    trial: {
      available: buying === 'on' && record.trial_used_at === undefined && !live,
      ends_at: live ? subscription.trial_ends_at : null,
      rejected: record.trial_rejected === true && !live && isAhead(record.watched_until, now),
    },
    next: nextStep(record, now),
    invoices: [...(record.invoices ?? [])],
    manageable: buying === 'on' && record.customer_id !== undefined && subscription !== undefined,
    buying,
  };
};
