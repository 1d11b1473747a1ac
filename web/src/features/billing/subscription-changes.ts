import type { Subscription } from '../../../../lambdas/contract/people/billing.ts';
import { planFacts } from '../../../../lambdas/contract/people/plans.ts';
import { formatLongDate } from '../../lib/format.ts';
import { billingChangeTexts as updated } from './change-texts.ts';
import { billingTexts } from './texts.ts';

const { trialErrors } = billingTexts;

/** The notification about a change. */
export interface SubscriptionChange {
  readonly title: string;
  readonly description: string;
}

const planChange = (description: string): SubscriptionChange => ({ title: updated.title, description });

/** The change of a subscription; undefined if nothing changed that its user would notice. */
export const changeOf = (before: Subscription, after: Subscription): SubscriptionChange | undefined => {
  const { plan, subscription_plan: own, cancels_at: ends, next_plan: next, period_end: end } = after;
  const { name } = planFacts[own ?? plan];
  const continues = own !== null && own === before.subscription_plan;
  if (after.trial.rejected && !before.trial.rejected) return trialErrors.TRIAL_ALREADY_USED;
  if (after.trial.ends_at !== null && before.trial.ends_at === null)
    return planChange(updated.trial(name, formatLongDate(after.trial.ends_at)));
  if (plan !== before.plan) return planChange(updated.plan(planFacts[plan].name));
  if (ends !== null && before.cancels_at === null) return planChange(updated.ends(name, formatLongDate(ends)));
  if (ends === null && before.cancels_at !== null && continues) return planChange(updated.resumed(name));
  if (next !== null && next !== before.next_plan && end !== null)
    return planChange(updated.switches(planFacts[next].name, formatLongDate(end)));
  if (next === null && before.next_plan !== null && continues) return planChange(updated.resumed(name));
  return before.state === 'past_due' && after.state === 'active' ? planChange(updated.paid) : undefined;
};
