import type { Subscription } from '../../../../lambdas/contract/people/billing.ts';
import { planFacts } from '../../../../lambdas/contract/people/plans.ts';
import type { Plan } from '../../../../lambdas/contract/shared.ts';
import { formatDate } from '../../lib/format.ts';
import { Button } from '../../ui/actions/button.tsx';
import { BillingButton } from './billing-button.tsx';
import styles from './plan-action.module.css';
import { offerOf, type PlanSelection } from './plan-offers.ts';
import { billingTexts } from './texts.ts';
import type { Billing } from './use-billing.ts';

const labelOf = (selection: PlanSelection): string => {
  if (selection === 'free') return billingTexts.selectFree;
  return selection === 'premium-trial' ? billingTexts.startTrial : billingTexts.choose(planFacts[selection].name);
};

const Inactive = ({ children }: { readonly children: string }) => (
  <Button variant="secondary" wide disabled>
    {children}
  </Button>
);

export interface PlanActionProps {
  readonly plan: Plan;
  /** The plan of the user's record. Shown until the subscription is loaded, and if it can't be. */
  readonly knownPlan: Plan | undefined;
  readonly subscription: Subscription | undefined;
  readonly loading: boolean;
  readonly billing: Billing;
}

/** The buttons below a plan. */
export const PlanAction = ({ plan, knownPlan, subscription, loading, billing }: PlanActionProps) => {
  if (!subscription) {
    if (plan === knownPlan) return <Inactive>{billingTexts.currentPlan}</Inactive>;
    return loading ? <Inactive>{labelOf(plan)}</Inactive> : null;
  }
  const offer = offerOf(plan, subscription);
  switch (offer.kind) {
    case 'current':
      return <Inactive>{billingTexts.currentPlan}</Inactive>;
    case 'later':
      return <Inactive>{billingTexts.startsOn(formatDate(offer.at))}</Inactive>;
    case 'none':
      return null;
    case 'selections':
      return (
        <div className={styles['actions']}>
          {offer.selections.map((selection, index) => (
            <BillingButton
              key={selection}
              billing={billing}
              task={selection}
              variant={selection === 'free' || index > 0 ? 'secondary' : 'primary'}
              wide
              onClick={() => billing.select(selection)}
            >
              {labelOf(selection)}
            </BillingButton>
          ))}
        </div>
      );
  }
};
