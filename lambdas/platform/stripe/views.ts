import type Stripe from 'stripe';
import type { Invoice } from '../../contract/people/billing.ts';
import type { PaidPlan } from '../../contract/people/plans.ts';
import { planOfPrice } from '../../domain/billing/prices.ts';
import type { ProviderCheckout, ProviderSubscription } from '../../domain/billing/provider.ts';

/** Seconds since 1970 as ISO 8601. */
const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

const optionalTime = (seconds: number | null | undefined): string | null => (seconds ? timeOf(seconds) : null);

/** The id of an object that may be expanded. */
export const idOf = (value: string | { readonly id: string } | null | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.id;

/** The price that a schedule sets after the current period, by its id. */
const nextPriceOf = (schedule: Stripe.Subscription['schedule'], periodEnd: number): string | undefined => {
  if (typeof schedule !== 'object' || schedule === null) return undefined;
  const next = schedule.phases.find(({ start_date: start }) => start >= periodEnd);
  return idOf(next?.items[0]?.price);
};

const fingerprintOf = (method: Stripe.Subscription['default_payment_method']): string | null =>
  typeof method === 'object' ? (method?.card?.fingerprint ?? null) : null;

/** What is needed in addition to a subscription. */
export interface SubscriptionContext {
  /** The plan of each current price, by id. */
  readonly planOfPriceId: (id: string) => PaidPlan | undefined;
  readonly payment: ProviderSubscription['payment'];
}

/** A subscription of Stripe. One without an item has no price, so it belongs to no plan. */
export const subscriptionOf = (
  subscription: Stripe.Subscription,
  { planOfPriceId, payment }: SubscriptionContext,
): ProviderSubscription => {
  const { items, status, cancel_at: cancelAt, cancel_at_period_end: atPeriodEnd } = subscription;
  const [item] = items.data;
  const start = item?.current_period_start ?? subscription.start_date;
  const end = item?.current_period_end ?? start;
  const plan = item ? planOfPrice(item.price) : undefined;
  const nextPrice = nextPriceOf(subscription.schedule, end);
  const nextPlan = nextPrice === undefined ? undefined : planOfPriceId(nextPrice);
  return {
    id: subscription.id,
    status: status as ProviderSubscription['status'],
    plan,
    item_id: item?.id ?? '',
    created_at: timeOf(subscription.created),
    period_start: timeOf(start),
    period_end: timeOf(end),
    trial_start: optionalTime(subscription.trial_start),
    trial_end: optionalTime(subscription.trial_end),
    cancels_at: optionalTime(cancelAt ?? (atPeriodEnd ? end : null)),
    next_plan: nextPlan !== undefined && nextPlan !== plan ? nextPlan : null,
    payment,
    card_fingerprint: fingerprintOf(subscription.default_payment_method),
  };
};

/** An invoice of Stripe. */
export const invoiceOf = (invoice: Stripe.Invoice): Invoice => ({
  id: invoice.id,
  number: invoice.number ?? '',
  created_at: timeOf(invoice.created),
  amount: invoice.total,
  currency: invoice.currency,
  status: (invoice.status ?? 'draft') as Invoice['status'],
  url: invoice.hosted_invoice_url ?? null,
});

/** What is missing on an invoice: that the user confirms the payment, or another card. */
export const paymentOf = (invoice: Stripe.Invoice): ProviderSubscription['payment'] => {
  if (invoice.status !== 'open') return null;
  const intents = (invoice.payments?.data ?? []).map(({ payment }) => payment.payment_intent);
  const confirms = intents.some((intent) => typeof intent === 'object' && intent?.status === 'requires_action');
  return { kind: confirms ? 'confirm' : 'card', url: invoice.hosted_invoice_url ?? null };
};

const checkoutStatuses: readonly ProviderCheckout['status'][] = ['open', 'complete', 'expired'];

/** A checkout session of Stripe. */
export const checkoutOf = ({ id, status, url }: Stripe.Checkout.Session): ProviderCheckout => ({
  id,
  status: checkoutStatuses.find((known) => known === status) ?? 'open',
  url: status === 'open' ? url : null,
});
