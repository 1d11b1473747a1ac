import type { StripeAccount } from '../account.ts';
import { badRequest, cardError } from '../errors.ts';
import { createLine } from '../objects/invoice.ts';
import { setItemPrice } from '../objects/subscription.ts';
import type { InvoiceLine, Price, ProrationBehavior, Subscription, SubscriptionItem } from '../types.ts';
import { releaseSchedule } from './end.ts';
import { payInvoice } from './invoices.ts';
import { beginPeriod, emitUpdate, invoiceNow, periodLines } from './subscriptions.ts';

/** Statuses of a subscription that can still change. */
const LIVE = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete'];

/** @throws StripeApiError for a subscription that has ended */
export const requireLive = (subscription: Subscription): void => {
  if (!LIVE.includes(subscription.status))
    throw badRequest(
      `A canceled subscription can only update its cancellation_details and metadata. Its status is ` +
        `${subscription.status}.`,
    );
};

/** The credit for the unused time of the old price and the charge for the rest of the period at the new one. */
export const prorationLines = (
  subscription: Subscription,
  item: SubscriptionItem,
  { price, quantity }: { readonly price: Price; readonly quantity: number },
  now: number,
): InvoiceLine[] => {
  const { current_period_start: start, current_period_end: end } = item;
  const share = Math.max(0, Math.min(1, (end - now) / (end - start)));
  const nameOf = (of: Price): string => of.nickname ?? of.lookup_key ?? of.id;
  const changed = setItemPrice(item, price);
  const period = [now, end] as const;
  return [
    createLine(subscription, item, {
      amount: -Math.round(item.price.unit_amount * item.quantity * share),
      description: `Unused time on ${nameOf(item.price)}`,
      period,
      proration: true,
    }),
    createLine(subscription, changed, {
      amount: Math.round(price.unit_amount * quantity * share),
      description: `Remaining time on ${nameOf(price)}`,
      period,
      proration: true,
      quantity,
    }),
  ];
};

/** A change of an item's price or quantity. */
export interface ItemChange {
  readonly item: SubscriptionItem;
  readonly price: Price;
  readonly quantity: number;
}

const checkInterval = ({ item, price }: ItemChange): void => {
  const { recurring } = price;
  if (!recurring) throw badRequest('The price specified is set to `type=one_time`.', 'items');
  const current = item.price.recurring;
  if (recurring.interval !== current?.interval || recurring.interval_count !== current.interval_count)
    throw badRequest('The local Stripe does not support changing the billing interval.', 'items');
};

/**
 * Changes the price at once. During a trial nothing is charged. Prorations wait for the next invoice, or with
 * `always_invoice` are invoiced now; a payment that fails then makes the subscription past due.
 */
export const changeItems = (
  account: StripeAccount,
  subscription: Subscription,
  changes: readonly ItemChange[],
  proration: ProrationBehavior,
): void => {
  requireLive(subscription);
  changes.forEach(checkInterval);
  const before = structuredClone(subscription);
  const now = account.now(subscription.test_clock);
  releaseSchedule(account, subscription, undefined);
  const charged = subscription.status !== 'trialing' && proration !== 'none';
  const lines = charged ? changes.flatMap((change) => prorationLines(subscription, change.item, change, now)) : [];
  subscription.items.data = subscription.items.data.map((item) => {
    const change = changes.find((one) => one.item.id === item.id);
    return change ? { ...setItemPrice(item, change.price), quantity: change.quantity } : item;
  });
  const notes = account.state.notes.get(subscription.id);
  if (proration !== 'always_invoice' || lines.length === 0) {
    notes?.pending.push(...lines);
    return emitUpdate(account, subscription, before);
  }
  const invoice = invoiceNow(account, subscription, { reason: 'subscription_update', lines });
  emitUpdate(account, subscription, before);
  payInvoice(account, invoice);
  return undefined;
};

/** Cancels at a time, or with null resumes. */
export const setCancellation = (
  account: StripeAccount,
  subscription: Subscription,
  to: { readonly atPeriodEnd: boolean; readonly at: number | null },
  details: Readonly<Record<string, unknown>> = {},
): void => {
  requireLive(subscription);
  const cancels = to.at !== null;
  const current = subscription['cancellation_details'] as Readonly<Record<string, unknown>>;
  account.update<Subscription>(
    subscription,
    {
      cancel_at: to.at,
      cancel_at_period_end: to.atPeriodEnd,
      canceled_at: cancels ? (subscription.canceled_at ?? account.now(subscription.test_clock)) : null,
      cancellation_details: cancels
        ? { ...current, ...details, reason: 'cancellation_requested' }
        : { comment: null, feedback: null, feedback_option: null, reason: null },
    },
    'customer.subscription.updated',
  );
};

/** The end of the current period. */
export const periodEndOf = (subscription: Subscription): number => {
  const end = subscription.items.data[0]?.current_period_end;
  if (end === undefined) throw badRequest('The subscription has no item.');
  return end;
};

/** Resumes a paused subscription: a new period begins and is paid. @throws StripeApiError when the payment fails */
export const resumeSubscription = (account: StripeAccount, subscription: Subscription): void => {
  if (subscription.status !== 'paused')
    throw badRequest('Only paused subscriptions can be resumed.', undefined, 'resource_invalid_state');
  const now = account.now(subscription.test_clock);
  const before = structuredClone(subscription);
  subscription.billing_cycle_anchor = now;
  delete subscription['status_details'];
  beginPeriod(subscription, now);
  const invoice = invoiceNow(account, subscription, {
    reason: 'subscription_update',
    lines: periodLines(subscription),
  });
  emitUpdate(account, subscription, before);
  const result = payInvoice(account, invoice);
  if (result.kind === 'declined') throw cardError(result.message, result.code, result.declineCode);
  if (result.kind === 'succeeded') account.emit('customer.subscription.resumed', subscription);
};
