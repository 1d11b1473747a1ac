import type { PlanChoice, Subscription } from '../../../../lambdas/contract/people/billing.ts';
import { planFacts, trialFacts } from '../../../../lambdas/contract/people/plans.ts';
import type { Plan } from '../../../../lambdas/contract/shared.ts';

/** What a button of the plans screen selects: something to buy, or the Free plan, which ends the subscription. */
export type PlanSelection = PlanChoice | 'free';

/** What a user can do about a plan. */
export type PlanOffer =
  /** The user has it, or pays for it although a better plan applies. */
  | { readonly kind: 'current' }
  | { readonly kind: 'selections'; readonly selections: readonly PlanSelection[] }
  /** The plan follows the current one at this time. */
  | { readonly kind: 'later'; readonly at: string }
  | { readonly kind: 'none' };

const cheapestFirst = Object.keys(planFacts);
const rankOf = (plan: Plan): number => cheapestFirst.indexOf(plan);

/** Whether a subscription at Stripe runs, so that it can be changed and canceled. */
const isLive = ({ state }: Subscription): boolean => state === 'active' || state === 'trialing' || state === 'past_due';

const freeOffer = (subscription: Subscription): PlanOffer => {
  if (!isLive(subscription)) return { kind: 'none' };
  const { cancels_at: ends, plan_after_subscription: after } = subscription;
  if (ends === null) return { kind: 'selections', selections: ['free'] };
  return after === 'free' ? { kind: 'later', at: ends } : { kind: 'none' };
};

/** What a user with this subscription can do about a plan. */
export const offerOf = (plan: Plan, subscription: Subscription): PlanOffer => {
  const { plan: current, source, subscription_plan: own, next_plan: next, period_end: end } = subscription;
  const { buying, trial } = subscription;
  const live = isLive(subscription);
  const isBelow = rankOf(plan) < rankOf(current);
  if (plan === current || (live && isBelow && plan === own)) return { kind: 'current' };
  if (buying === 'off') return { kind: 'none' };
  if (plan === 'free') return freeOffer(subscription);
  // A plan that was given to the user, and not bought, is not replaced by a smaller one.
  if (isBelow && !(live && source === 'stripe')) return { kind: 'none' };
  if (plan === next && end !== null) return { kind: 'later', at: end };
  return {
    kind: 'selections',
    selections: plan === trialFacts.plan && trial.available ? ['premium-trial', plan] : [plan],
  };
};
