import * as z from 'zod/mini';
import { endpoint, STEP_UP } from '../endpoint.ts';
import { PlanSource, SubscriptionState } from '../people/billing.ts';
import { Plan, Timestamp, UserId, line, pageOf, pageQuery } from '../shared.ts';

/** A plan that an administrator can give. */
export const ComplimentaryChoice = z.enum(['premium', 'creator', 'business']);
export type ComplimentaryChoice = z.infer<typeof ComplimentaryChoice>;

/** An administrator in a user's plan or its history. The name is null when the profile no longer exists. */
const Giver = z.object({ id: UserId, name: z.nullable(z.string()) });

/** A plan that an administrator gave. It ends automatically at `until`. */
export const ComplimentaryPlan = z.object({
  plan: ComplimentaryChoice,
  /** Null means until an administrator ends it. */
  until: z.nullable(Timestamp),
  reason: z.string(),
  given_by: Giver,
  /** Identifies the gift in changes. */
  given_at: Timestamp,
});
export type ComplimentaryPlan = z.infer<typeof ComplimentaryPlan>;

/** What needs an operator: two live subscriptions of one customer, or a price that belongs to no plan. */
const BillingAlertKind = z.enum(['duplicate_subscription', 'unknown_price']);

/** A user's plan, where it comes from, and what follows, for administrators. */
export const PersonPlan = z.object({
  user_id: UserId,
  /** Empty while unknown. */
  email: z.string(),
  full_name: z.string(),
  /** The plan that applies now: the best that the user has from any source. */
  plan: Plan,
  source: PlanSource,
  /** When `plan` ends automatically; null when it does not. */
  plan_until: z.nullable(Timestamp),
  /** The plan that follows at `plan_until`. */
  plan_after: Plan,
  /** The subscription at Stripe, even when another source gives the better plan. */
  state: SubscriptionState,
  /** The plan of the subscription; null without one. */
  subscription_plan: z.nullable(Plan),
  /** End of the paid period or of the trial; null without a subscription. */
  period_end: z.nullable(Timestamp),
  /** When the subscription ends because it was canceled; null otherwise. */
  cancels_at: z.nullable(Timestamp),
  /** The plan that follows at `period_end`, after a downgrade; null otherwise. */
  next_plan: z.nullable(Plan),
  /** When the user's trial began; null when there was none. */
  trial_used_at: z.nullable(Timestamp),
  /** Customer at Stripe; null for users who never opened a checkout. */
  customer_id: z.nullable(z.string()),
  /** When Stripe was last asked; null when it never was. */
  synced_at: z.nullable(Timestamp),
  complimentary: z.nullable(ComplimentaryPlan),
  alerts: z.array(BillingAlertKind),
});
export type PersonPlan = z.infer<typeof PersonPlan>;

/** One change of a user's plan, or what else happened to their payments. */
export const PlanHistoryEntry = z.object({
  id: z.string(),
  at: Timestamp,
  kind: z.enum(['plan_changed', 'refund', 'dispute', 'alert']),
  plan_before: z.nullable(Plan),
  plan_after: z.nullable(Plan),
  source: z.nullable(PlanSource),
  /** Type of Stripe's event, `check`, `reconcile`, or the action of an administrator. */
  cause: z.string(),
  /** ID of the refunded charge or of the dispute at Stripe; null for other entries. */
  object_id: z.nullable(z.string()),
  /** The administrator who caused it; null otherwise. */
  by: z.nullable(Giver),
});
export type PlanHistoryEntry = z.infer<typeof PlanHistoryEntry>;

const id = z.strictObject({ id: UserId });
const reason = line(500, 1);

/** Plans of users: what administrators see of them, and plans that they give free of charge. */
export const personPlanEndpoints = {
  'person-plans.get-plan': endpoint({
    method: 'GET',
    path: '/api/admin/users/{id}/plan',
    auth: 'admin',
    summary: "Returns a user's plan, where it comes from, the subscription, and a complimentary plan.",
    params: id,
    responses: { 200: PersonPlan },
    errors: ['user_not_found'],
  }),
  'person-plans.list-history': endpoint({
    method: 'GET',
    path: '/api/admin/users/{id}/plan/history',
    auth: 'admin',
    summary: "Lists changes of a user's plan, refunds, disputes and alerts, newest first.",
    params: id,
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(PlanHistoryEntry) },
    errors: ['user_not_found', 'invalid_cursor'],
  }),
  'person-plans.give-plan': endpoint({
    method: 'POST',
    path: '/api/admin/users/{id}/complimentary-plan',
    auth: 'admin',
    ...STEP_UP,
    summary:
      'Gives a user a plan free of charge, in place of an earlier complimentary plan. A subscription continues: the ' +
      'user has the better plan of both. Recorded in the audit log. Repeating the call has no effect.',
    params: id,
    body: z.strictObject({
      plan: ComplimentaryChoice,
      /** Must be in the future. Null means until an administrator ends it. */
      until: z.nullable(Timestamp),
      reason,
      /**
       * `given_at` of the complimentary plan that the caller saw; null if there was none. Fails with
       * `version_conflict` when there is another one now.
       */
      replaces: z.nullable(Timestamp),
    }),
    responses: { 200: PersonPlan },
    errors: ['user_not_found', 'forbidden', 'invalid_state', 'version_conflict'],
  }),
  'person-plans.end-plan': endpoint({
    method: 'POST',
    path: '/api/admin/users/{id}/complimentary-plan/end',
    auth: 'admin',
    ...STEP_UP,
    summary:
      "Ends a user's complimentary plan at once. A subscription continues. Recorded in the audit log. Repeating the " +
      'call has no effect.',
    params: id,
    body: z.strictObject({
      reason,
      /** `given_at` of the complimentary plan. Fails with `version_conflict` when there is another one now. */
      given_at: Timestamp,
    }),
    responses: { 200: PersonPlan },
    errors: ['user_not_found', 'forbidden', 'invalid_state', 'version_conflict'],
  }),
};
