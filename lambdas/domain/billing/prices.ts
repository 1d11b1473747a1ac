import { paidPlans, type PaidPlan } from '../../contract/people/plans.ts';

/** Key under which the current price of a plan is found at Stripe. */
export const lookupKeyOf = (plan: PaidPlan): string => `${plan}_monthly`;

/** Name of the metadata of products and prices that contains their plan. */
export const PLAN_METADATA = 'soundstage_plan';

/** Metadata of a customer and a subscription: the user, and the stage whose user that is. */
export const USER_METADATA = 'soundstage_user';
export const STAGE_METADATA = 'soundstage_stage';

/** The plan of a price. Its metadata also identifies a price that was replaced. Undefined for a price of no plan. */
export const planOfPrice = (price: {
  readonly lookup_key: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}): PaidPlan | undefined =>
  paidPlans.find((plan) => price.metadata[PLAN_METADATA] === plan || price.lookup_key === lookupKeyOf(plan));
