import type { PaidPlan } from '../../contract/people/plans.ts';
import { effectivePlan, type Entitlement } from './entitlement.ts';
import type { ProviderCheckout, ProviderCustomer, ProviderSubscription } from './provider.ts';
import type { BillingAlert, BillingRecord, SubscriptionSnapshot } from './record.ts';
import { chooseSubscription, ENDED, isLive } from './subscription.ts';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
/** A live subscription is read at least this often, even if every event about it is lost. */
const LOOK_EVERY_MS = 24 * HOUR_MS;
/** An unpaid one is read more often, because it changes soon. */
const LOOK_AT_UNPAID_MS = 6 * HOUR_MS;
const UNPAID: ReadonlySet<SubscriptionSnapshot['state']> = new Set(['past_due', 'incomplete']);

/** What was read from the provider. `checkout` is that of the record, if it has one with an id. */
export interface ProviderState extends ProviderCustomer {
  readonly checkout: ProviderCheckout | undefined;
  /** The provider does not have the customer any more, so it says nothing about what they bought. */
  readonly customerMissing?: boolean;
}

/** Everything that grants the user of a record a plan. */
const entitlementsOf = ({ subscription, complimentary, manual_plan: manual }: BillingRecord): Entitlement[] => [
  ...(subscription?.plan && subscription.until
    ? [{ plan: subscription.plan, source: 'stripe' as const, until: subscription.until }]
    : []),
  ...(complimentary
    ? [{ plan: complimentary.plan, source: 'complimentary' as const, until: complimentary.until }]
    : []),
  ...(manual && manual !== 'free' ? [{ plan: manual, source: 'manual' as const, until: null }] : []),
];

/** The record with the plan that follows from it now. `now` is in milliseconds. */
export const withEffectivePlan = (record: BillingRecord, now: number): BillingRecord => ({
  ...record,
  ...effectivePlan(entitlementsOf(record), now),
});

const snapshotOf = (
  { id, item_id, status, period_end, trial_end, cancels_at, next_plan, payment }: ProviderSubscription,
  plan: PaidPlan | null,
  until: string | null,
): SubscriptionSnapshot => ({
  id,
  item_id,
  state: status,
  plan,
  until,
  period_end,
  trial_ends_at: status === 'trialing' ? trial_end : null,
  cancels_at: status === 'canceled' ? null : cancels_at,
  next_plan,
  payment,
});

/**
 * A subscription that the provider does not list any more, because its customer was deleted. It has ended, but what was
 * paid stays: the provider knows no customer either while the stage has the keys of another account.
 */
const endedSnapshot = (known: SubscriptionSnapshot): SubscriptionSnapshot => ({
  ...known,
  state: 'canceled',
  trial_ends_at: null,
  cancels_at: null,
  next_plan: null,
  payment: null,
});

/** A checkout that can still be paid. One without an id is kept until its time is over. */
const openCheckout = (
  { checkout }: BillingRecord,
  found: ProviderCheckout | undefined,
  now: number,
): BillingRecord['checkout'] => {
  if (!checkout) return undefined;
  if (checkout.session_id === undefined || found === undefined)
    return Date.parse(checkout.until) > now ? checkout : undefined;
  return found.status === 'open' ? checkout : undefined;
};

/** When the provider must be asked again; undefined when nothing can change without a purchase. */
export const nextLook = (record: BillingRecord, now: number): string | undefined => {
  const { alerts, checkout, subscription, plan_until: planUntil, watched_until: watchedUntil } = record;
  const visitEnd = watchedUntil === undefined ? 0 : Date.parse(watchedUntil);
  const unpaid = subscription && UNPAID.has(subscription.state);
  const times = [
    ...(checkout ? [Date.parse(checkout.until) + MINUTE_MS] : []),
    // Every run of the reconciler fails until an operator has acted, so that the alarm stays.
    ...(alerts ? [now] : []),
    // What a user changed on a page of the provider.
    ...(visitEnd > now ? [visitEnd] : []),
    ...(planUntil === null ? [] : [Date.parse(planUntil)]),
    ...(subscription && !ENDED.has(subscription.state)
      ? [now + (unpaid ? LOOK_AT_UNPAID_MS : LOOK_EVERY_MS), Date.parse(subscription.period_end) + HOUR_MS]
      : []),
  ].map((time) => Math.max(time, now + MINUTE_MS));
  return times.length === 0 ? undefined : new Date(Math.min(...times)).toISOString();
};

/**
 * The record after what was read from the provider. It depends only on the record and on that state, never on an event,
 * so events can come in any order, twice or not at all. `now` is in milliseconds.
 */
export const decide = (
  record: BillingRecord,
  state: ProviderState,
  { now, graceDays }: { readonly now: number; readonly graceDays: number },
): BillingRecord => {
  const { subscription: known } = record;
  const knownPlan = ({ id }: ProviderSubscription): PaidPlan | undefined =>
    known?.id === id ? (known.plan ?? undefined) : undefined;
  const chosen = chooseSubscription(state.subscriptions, { graceDays, now, knownPlan });
  const live = state.subscriptions.filter(isLive);
  const alerts: BillingAlert[] = [
    ...(live.length > 1 ? (['duplicate_subscription'] as const) : []),
    ...(live.some((one) => one.plan === undefined) ? (['unknown_price'] as const) : []),
  ];
  const trial = state.subscriptions.find(({ trial_start: start }) => start !== null);
  const next: BillingRecord = withEffectivePlan(
    {
      ...record,
      subscription: chosen
        ? snapshotOf(chosen.subscription, chosen.plan ?? null, chosen.grant?.until ?? null)
        : known && endedSnapshot(known),
      invoices: [...state.invoices],
      checkout: openCheckout(record, state.checkout, now),
      trial_used_at: record.trial_used_at ?? trial?.trial_start ?? undefined,
      alerts: alerts.length > 0 ? alerts : undefined,
      synced_at: new Date(now).toISOString(),
    },
    now,
  );
  return { ...next, next_look_at: nextLook(next, now) };
};
