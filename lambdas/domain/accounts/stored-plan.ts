import type { Plan } from '../../contract/shared.ts';

/** A user's plan as every call reads it. Billing and administrators write it, from the user's billing record. */
export interface StoredPlan {
  readonly plan: Plan;
  /** When `plan` ends, ISO 8601. Without it, the plan has no end. */
  readonly plan_until?: string | undefined;
  /** The plan that follows. @default free */
  readonly plan_after?: Plan | undefined;
}

/**
 * The plan that applies at a time (milliseconds). So a plan ends on time even if every event is lost. Nothing is stored
 * for a user who never had a plan.
 */
export const currentPlan = (stored: StoredPlan | undefined, now: number): Plan => {
  if (!stored) return 'free';
  const { plan, plan_until: until, plan_after: after = 'free' } = stored;
  return until !== undefined && Date.parse(until) <= now ? after : plan;
};
