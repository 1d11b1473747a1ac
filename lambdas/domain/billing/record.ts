import * as z from 'zod/mini';
import { Invoice, PlanChoice, PlanSource, SubscriptionState } from '../../contract/people/billing.ts';
import { Plan, Timestamp, UserId } from '../../contract/shared.ts';

/** A plan that costs money, as stored. */
const Paid = z.enum(['premium', 'creator', 'business']);

/** An open checkout. It is stored before the provider is asked, so that a user has at most one. */
const Checkout = z.object({
  /** Also the idempotency key of the call that opens it: repeating the call returns the same checkout. */
  id: z.string(),
  choice: PlanChoice,
  until: Timestamp,
  /** Id and address at the provider; missing while the provider is asked, and after a crash meanwhile. */
  session_id: z.optional(z.string()),
  url: z.optional(z.string()),
});
export type Checkout = z.infer<typeof Checkout>;

/** The subscription that counts, as it was read last. */
const SubscriptionSnapshot = z.object({
  id: z.string(),
  item_id: z.string(),
  state: SubscriptionState,
  /** Null when its price belongs to no plan. */
  plan: z.nullable(Paid),
  /** What it grants, and until when; null when it grants nothing. */
  until: z.nullable(Timestamp),
  period_end: Timestamp,
  trial_ends_at: z.nullable(Timestamp),
  cancels_at: z.nullable(Timestamp),
  next_plan: z.nullable(Paid),
  payment: z.nullable(z.object({ kind: z.enum(['confirm', 'card']), url: z.nullable(z.string()) })),
});
export type SubscriptionSnapshot = z.infer<typeof SubscriptionSnapshot>;

/** A plan that an administrator gives. */
const Complimentary = z.object({
  plan: Paid,
  /** Null means until an administrator ends it. */
  until: z.nullable(Timestamp),
  reason: z.string(),
  given_by: UserId,
  given_at: Timestamp,
});
export type Complimentary = z.infer<typeof Complimentary>;

/** What needs an operator: runbook, "Billing alerts". */
const BillingAlert = z.enum(['duplicate_subscription', 'unknown_price']);
export type BillingAlert = z.infer<typeof BillingAlert>;

/** What is stored about a user's plan. `version` grows with every write. */
export const BillingRecord = z.object({
  user_id: UserId,
  version: z.number(),
  /** The plan that applies. Calls read a copy of it (`domain/accounts/stored-plan.ts`). */
  plan: Plan,
  source: PlanSource,
  plan_until: z.nullable(Timestamp),
  plan_after: Plan,
  /** The plan of a test user, from before there was a record. */
  manual_plan: z.optional(Plan),
  complimentary: z.optional(Complimentary),
  customer_id: z.optional(z.string()),
  /** The address that the customer has at the provider; missing while it is unknown. */
  customer_email: z.optional(z.string()),
  /** An earlier customer, which the provider does not have any more. */
  lost_customer_id: z.optional(z.string()),
  subscription: z.optional(SubscriptionSnapshot),
  invoices: z.optional(z.array(Invoice)),
  checkout: z.optional(Checkout),
  /** When a trial was first seen, and whether it was rejected because its card had been used for one. */
  trial_used_at: z.optional(Timestamp),
  trial_rejected: z.optional(z.boolean()),
  /** Keyed hash of the user's address, stored when a trial is opened. */
  address_hash: z.optional(z.string()),
  alerts: z.optional(z.array(BillingAlert)),
  /** Until this time, changes at the provider are likely, so that the provider is asked. */
  watched_until: z.optional(Timestamp),
  synced_at: z.optional(Timestamp),
  /** When the provider must be asked again, if no event comes before. */
  next_look_at: z.optional(Timestamp),
});
export type BillingRecord = z.infer<typeof BillingRecord>;

/** A plan's time in the history of a user, or what else happened to their payments. */
export const BillingEntry = z.object({
  user_id: UserId,
  at: Timestamp,
  id: z.string(),
  kind: z.enum(['plan_changed', 'refund', 'dispute', 'alert']),
  plan_before: z.nullable(Plan),
  plan_after: z.nullable(Plan),
  source: z.nullable(PlanSource),
  /** Type of the provider's event, `check`, `reconcile`, or the action of an administrator. */
  cause: z.string(),
  /** The refunded charge or the dispute, by its id at the provider. */
  object_id: z.optional(z.string()),
  /** The administrator; null for everyone else. */
  by: z.nullable(UserId),
});
export type BillingEntry = z.infer<typeof BillingEntry>;

/** The record of a user who has never bought anything. `plan` is the one that calls read. */
export const newBillingRecord = (userId: string, plan: Plan): BillingRecord => ({
  user_id: userId,
  version: 0,
  plan,
  source: plan === 'free' ? 'free' : 'manual',
  plan_until: null,
  plan_after: 'free',
  ...(plan === 'free' ? {} : { manual_plan: plan }),
});
