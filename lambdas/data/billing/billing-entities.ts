import * as z from 'zod/mini';
import { Timestamp, UserId } from '../../contract/shared.ts';
import { billingCounters, type BillingCounter } from '../../domain/billing/counters.ts';
import { BillingEntry, BillingRecord } from '../../domain/billing/record.ts';
import { NOT_A_PERSONS, NOT_PERSONAL, defineEntity, type Entity } from '../table/entity.ts';
import { key } from '../table/keys.ts';

/** Index partition of the records that must be looked at again, by time. */
export const BILLING_DUE = 'BILLING_DUE';

/** A user's plan and subscription. In gsi1 while the provider must be asked again. */
export const billingEntity: Entity<BillingRecord, { user_id: string }> = defineEntity<
  typeof BillingRecord,
  { user_id: string }
>({
  type: 'BILLING',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'owner' },
  onErase: 'delete',
  exportView: ({ plan, source, plan_until, subscription, invoices, trial_used_at, complimentary }) => ({
    plan,
    source,
    plan_until,
    subscription,
    invoices,
    trial_used_at,
    ...(complimentary ? { complimentary: { plan: complimentary.plan, until: complimentary.until } } : {}),
  }),
  schema: BillingRecord,
  key: ({ user_id: userId }) => ({ pk: key('BILLING', userId), sk: 'META' }),
  indexes: {
    gsi1: ({ next_look_at: at, user_id: userId }) =>
      at === undefined ? undefined : { pk: BILLING_DUE, sk: key(at, userId) },
  },
});

/** An entry of the history of a user's plan. */
export const billingEntryEntity = defineEntity({
  type: 'BILLING_ENTRY',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'owner' },
  onErase: 'delete',
  exportView: ({ at, kind, plan_before, plan_after, source }) => ({ at, kind, plan_before, plan_after, source }),
  schema: BillingEntry,
  key: ({ user_id: userId, at, id }: { user_id: string; at: string; id: string }) => ({
    pk: key('BILLING', userId),
    sk: key('ENTRY', at, id),
  }),
});

/** The user of a customer of Stripe. */
export const stripeCustomerEntity = defineEntity({
  type: 'STRIPE_CUSTOMER',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'owner' },
  onErase: 'delete',
  exportView: ({ customer_id }) => ({ customer_id }),
  schema: z.object({ customer_id: z.string(), user_id: UserId }),
  key: ({ customer_id: id }: { customer_id: string }) => ({ pk: key('STRIPE_CUSTOMER', id), sk: 'META' }),
  ofPerson: {
    namedBy: 'BILLING',
    named: (item) =>
      [item['customer_id'], item['lost_customer_id']]
        .filter((id) => typeof id === 'string')
        .map((id) => key('STRIPE_CUSTOMER', id)),
  },
});

const TRIAL_MARK = { keep: 'A keyed hash that names no one. It keeps the trial to one for each person, and expires.' };

/** A card that was used for a trial, by keyed hashes of its fingerprint and of its user's id. */
export const cardTrialEntity = defineEntity({
  type: 'CARD_TRIAL',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'trial_marks', expiresFrom: ({ at }) => at },
  onErase: TRIAL_MARK,
  exportView: NOT_A_PERSONS,
  schema: z.object({ card_hash: z.string(), user_hash: z.string(), at: Timestamp }),
  key: ({ card_hash: hash }: { card_hash: string }) => ({ pk: key('CARD', hash), sk: 'TRIAL' }),
});

/** An email address whose owner had a trial, by its keyed hash. It outlives the account. */
export const addressTrialEntity = defineEntity({
  type: 'ADDRESS_TRIAL',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'trial_marks', expiresFrom: ({ at }) => at },
  onErase: TRIAL_MARK,
  exportView: NOT_A_PERSONS,
  schema: z.object({ address_hash: z.string(), at: Timestamp }),
  key: ({ address_hash: hash }: { address_hash: string }) => ({ pk: key('TRIAL', hash), sk: 'USED' }),
});

/** How many users have which plan. Changes in the transactions of their records, so it is always exact. */
export const billingCountsEntity = defineEntity({
  type: 'BILLING_COUNTS',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'owner' },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: z.object(
    Object.fromEntries(billingCounters.map((name) => [name, z.optional(z.number())])) as Record<
      BillingCounter,
      z.ZodMiniOptional<z.ZodMiniNumber>
    >,
  ),
  key: () => ({ pk: 'BILLING_COUNTS', sk: 'TOTAL' }),
});
