import { paidPlans, type PaidPlan } from '../../contract/people/plans.ts';
import type { Plan } from '../../contract/shared.ts';
import type { BillingCounter } from './counters.ts';
import { centsOf } from './view.ts';

/** The counters; a missing one is 0. */
export type PlanCounts = Readonly<Partial<Record<BillingCounter, number | undefined>>>;

/** Figures about plans. */
export interface PlanFigures {
  /** Users with each plan, wherever it comes from. */
  readonly users: Readonly<Record<Plan, number>>;
  /** Subscriptions that are paid, by plan. */
  readonly paying: Readonly<Record<PaidPlan, number>>;
  /** Monthly recurring revenue in cents: the list prices of the subscriptions that are paid, without tax. */
  readonly mrr: number;
}

/** Where a plan comes from. A user has it from one of these at a time. */
const SOURCES = ['stripe', 'complimentary', 'manual'] as const;

/** States in which a subscription is paid. An overdue payment is still expected; a trial costs nothing. */
const PAID_STATES = ['active', 'past_due'] as const;

const byPlan = (countOf: (plan: PaidPlan) => number) =>
  Object.fromEntries(paidPlans.map((plan) => [plan, countOf(plan)])) as Record<PaidPlan, number>;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** The figures. Users who have no other plan have the free one; `users` is the number of all users. */
export const planFigures = (counts: PlanCounts, users: number): PlanFigures => {
  const count = (kinds: readonly ((typeof SOURCES)[number] | (typeof PAID_STATES)[number])[]) =>
    byPlan((plan) => sum(kinds.map((kind) => counts[`${kind}_${plan}`] ?? 0)));
  const [having, paying] = [count(SOURCES), count(PAID_STATES)];
  return {
    // The number of all users is updated a moment later than their plans.
    users: { free: Math.max(0, users - sum(Object.values(having))), ...having },
    paying,
    mrr: sum(paidPlans.map((plan) => paying[plan] * centsOf(plan))),
  };
};
