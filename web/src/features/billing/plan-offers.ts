import type { PlanChoice, Subscription } from '../../../../lambdas/contract/people/billing.ts';
import { planFacts, trialFacts } from '../../../../lambdas/contract/people/plans.ts';
import type { Plan } from '../../../../lambdas/contract/shared.ts';

/** What a button of the plans screen selects: something to buy, or the Free plan, which ends the subscription. */
export type PlanSelection = PlanChoice | 'free';

/** What a user can do about a plan. */
export type PlanOffer =
  | { readonly kind: 'current' }
  | { readonly kind: 'selections'; readonly selections: readonly PlanSelection[] }
  /** The plan follows the current one at this time. */
  | { readonly kind: 'later'; readonly at: string }
  | { readonly kind: 'none' };

const cheapestFirst = Object.keys(planFacts);

/** Whether a subscription at Stripe runs, so that it can be changed and canceled. */
const isLive = ({ state }: Subscription): boolean => state === 'active' || state === 'trialing' || state === 'past_due';

const freeOffer = (subscription: Subscription): PlanOffer => {
  if (!isLive(subscription)) return { kind: 'none' };
  return subscription.cancels_at === null
    ? { kind: 'selections', selections: ['free'] }
    : { kind: 'later', at: subscription.cancels_at };
};

/** What a user with this subscription can do about a plan. */
export const offerOf = (plan: Plan, subscription: Subscription): PlanOffer => {
  const { plan: current, next_plan: next, period_end: end, buying, trial } = subscription;
  if (plan === current) return { kind: 'current' };
  if (buying === 'off') return { kind: 'none' };
  if (plan === 'free') return freeOffer(subscription);
  if (plan === next && end !== null) return { kind: 'later', at: end };
  // A plan that was given to the user, and not bought, is not replaced by a smaller one.
  if (!isLive(subscription) && cheapestFirst.indexOf(plan) < cheapestFirst.indexOf(current)) return { kind: 'none' };
  return {
    kind: 'selections',
    selections: plan === trialFacts.plan && trial.available ? ['premium-trial', plan] : [plan],
  };
};
