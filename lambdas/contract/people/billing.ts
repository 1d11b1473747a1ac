import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Plan, Timestamp } from '../shared.ts';

/** A plan to buy. `premium-trial` is Premium with a free trial first. */
export const PlanChoice = z.enum(['premium', 'premium-trial', 'creator', 'business']);
export type PlanChoice = z.infer<typeof PlanChoice>;

/**
 * Where a plan comes from: a subscription at Stripe, an administrator who gave it, a test user created with it, or
 * none of these.
 */
export const PlanSource = z.enum(['stripe', 'complimentary', 'manual', 'free']);
export type PlanSource = z.infer<typeof PlanSource>;

/** State of the subscription at Stripe; `none` without one. The values are Stripe's. */
export const SubscriptionState = z.enum([
  'none',
  'trialing',
  'active',
  'past_due',
  'incomplete',
  'incomplete_expired',
  'unpaid',
  'paused',
  'canceled',
]);
export type SubscriptionState = z.infer<typeof SubscriptionState>;

/** What the user must do next. */
const NextStep = z.discriminatedUnion('action', [
  /** A checkout is open. It continues at `url`. */
  z.object({ action: z.literal('finish_checkout'), url: z.string(), plan: Plan }),
  /** The bank wants the payment to be confirmed (3-D Secure), at `url`. */
  z.object({ action: z.literal('confirm_payment'), url: z.string() }),
  /**
   * The last payment failed. Open `billing.customer-portal` with `flow: update_card`. Stripe tries again in the next
   * days; at `pay_url`, the user pays at once, also with another card.
   */
  z.object({ action: z.literal('update_card'), pay_url: z.nullable(z.string()) }),
]);
export type NextStep = z.infer<typeof NextStep>;

/** An invoice of Stripe. */
export const Invoice = z.object({
  id: z.string(),
  /** Empty for a draft. */
  number: z.string(),
  created_at: Timestamp,
  /** Total in the smallest unit of the currency: cents. */
  amount: z.number(),
  /** Code in lower case: `usd`. */
  currency: z.string(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
  /** Page of the invoice at Stripe; null for a draft. */
  url: z.nullable(z.string()),
});
export type Invoice = z.infer<typeof Invoice>;

/** The current user's plan and subscription. */
export const Subscription = z.object({
  /** Whether the user has a paid plan, wherever it comes from. */
  subscribed: z.boolean(),
  /** The paid plan; null on the free plan. */
  subscription_tier: z.nullable(Plan),
  /** The plan that applies now: the best that the user has from any source. */
  plan: Plan,
  source: PlanSource,
  /** The subscription at Stripe, even when another source gives the better plan. */
  state: SubscriptionState,
  /** The plan of the subscription; null without one, and when it has ended. */
  subscription_plan: z.nullable(Plan),
  /** The plan that the user has from other sources: at `cancels_at`, or now if the subscription was not canceled. */
  plan_after_subscription: Plan,
  /** End of the paid period or of the trial, when the next payment is due; null without a subscription. */
  period_end: z.nullable(Timestamp),
  /** When the subscription ends because it was canceled; null otherwise. */
  cancels_at: z.nullable(Timestamp),
  /** The plan that follows at `period_end`, after a downgrade; null otherwise. */
  next_plan: z.nullable(Plan),
  /** The next payment at list price, without tax, in cents; null when none is due. */
  next_payment: z.nullable(z.object({ at: Timestamp, amount: z.number(), currency: z.string() })),
  trial: z.object({
    /** Whether the user can still start a trial. */
    available: z.boolean(),
    /** When the running trial ends; null otherwise. */
    ends_at: z.nullable(Timestamp),
    /** A trial that was started within the last hour has ended, because its card had been used for another one. */
    rejected: z.boolean(),
  }),
  next: z.nullable(NextStep),
  /** The last invoices, newest first. */
  invoices: z.array(Invoice),
  /** Whether the user has a billing account, so that `billing.customer-portal` can be opened. */
  manageable: z.boolean(),
  /** `off` while the platform has no keys of Stripe. */
  buying: z.enum(['on', 'off']),
});
export type Subscription = z.infer<typeof Subscription>;

const Redirect = z.object({ url: z.string() });

export const billingEndpoints = {
  'billing.check-subscription': endpoint({
    method: 'POST',
    path: '/api/functions/check-subscription',
    auth: 'user',
    summary:
      "Returns the current user's plan and subscription. During a checkout or a change in the portal, it asks Stripe.",
    responses: { 200: Subscription },
    errors: ['billing_unavailable'],
  }),
  'billing.create-checkout': endpoint({
    method: 'POST',
    path: '/api/functions/create-checkout',
    auth: 'user',
    summary:
      'Opens a checkout and returns its address. While one is open, it returns the same address. A user with a ' +
      'subscription gets the address at which they confirm the change of plan.',
    body: z.strictObject({ planId: PlanChoice }),
    responses: { 200: Redirect },
    errors: [
      'user_not_found',
      'TRIAL_ACTIVE_SUBSCRIPTION',
      'TRIAL_ALREADY_USED',
      'already_subscribed',
      'checkout_in_progress',
      'billing_unavailable',
    ],
  }),
  'billing.customer-portal': endpoint({
    method: 'POST',
    path: '/api/functions/customer-portal',
    auth: 'user',
    summary:
      "Returns the address of Stripe's portal, where the user changes or cancels the subscription, changes the card " +
      'and reads invoices.',
    query: z.strictObject({
      /** The page of the portal. Without it, its first page. */
      flow: z.optional(z.enum(['cancel', 'update_card'])),
    }),
    responses: { 200: Redirect },
    errors: ['no_billing_account', 'billing_unavailable'],
  }),
};
