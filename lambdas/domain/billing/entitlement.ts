import type { PlanSource } from '../../contract/people/billing.ts';
import { planFacts } from '../../contract/people/plans.ts';
import type { Plan } from '../../contract/shared.ts';

/** A plan that a user has from one source. */
export interface Entitlement {
  readonly plan: Plan;
  readonly source: PlanSource;
  /** When it ends, ISO 8601; null means that it has no end. */
  readonly until: string | null;
}

/** The plan that applies, and what follows it. This is what every call of the user reads. */
export interface EffectivePlan {
  readonly plan: Plan;
  readonly source: PlanSource;
  /** When `plan` ends; null means that it has no end. */
  readonly plan_until: string | null;
  /** The plan that applies from `plan_until` on. */
  readonly plan_after: Plan;
}

const order = Object.keys(planFacts) as readonly Plan[];

/** Position of a plan among all plans: a higher one includes more. */
export const rankOf = (plan: Plan): number => order.indexOf(plan);

const FREE: Entitlement = { plan: 'free', source: 'free', until: null };

const lastsBeyond = (time: number, { until }: Entitlement): boolean => until === null || Date.parse(until) > time;

const endOf = ({ until }: Entitlement): number => (until === null ? Infinity : Date.parse(until));

/** The best of the entitlements that last beyond a time: the higher plan, then the one that lasts longer. */
const bestAt = (entitlements: readonly Entitlement[], time: number): Entitlement =>
  entitlements
    .filter((one) => lastsBeyond(time, one))
    .reduce((best, one) => {
      const gain = rankOf(one.plan) - rankOf(best.plan);
      return gain > 0 || (gain === 0 && best !== FREE && endOf(one) > endOf(best)) ? one : best;
    }, FREE);

/**
 * The plan that applies now. A user with several entitlements has the best plan, and after it ends the best of those
 * that last longer. `now` is in milliseconds.
 */
export const effectivePlan = (entitlements: readonly Entitlement[], now: number): EffectivePlan => {
  const { plan, source, until } = bestAt(entitlements, now);
  const after = until === null ? 'free' : bestAt(entitlements, Date.parse(until)).plan;
  return { plan, source, plan_until: until, plan_after: after };
};
