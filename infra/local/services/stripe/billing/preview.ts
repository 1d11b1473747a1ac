import type { StripeAccount } from '../account.ts';
import { newId } from '../ids.ts';
import { createInvoiceObject } from '../objects/invoice.ts';
import { setItemPrice } from '../objects/subscription.ts';
import type { Customer, Invoice, ProrationBehavior, Subscription } from '../types.ts';
import { periodEnd } from './periods.ts';
import { scheduledPrice } from './schedules.ts';
import { periodLines } from './subscriptions.ts';
import { type ItemChange, prorationLines, requireLive } from './updates.ts';

/** A copy of the subscription as it will be when its next period begins. */
const nextPeriod = (
  account: StripeAccount,
  subscription: Subscription,
  changes: readonly ItemChange[],
): Subscription => {
  const copy = structuredClone(subscription);
  const scheduled = scheduledPrice(account, subscription);
  copy.items.data = copy.items.data.map((item) => {
    const change = changes.find((one) => one.item.id === item.id);
    const priced = change
      ? { ...setItemPrice(item, change.price), quantity: change.quantity }
      : scheduled
        ? setItemPrice(item, scheduled)
        : item;
    const start = item.current_period_end;
    return {
      ...priced,
      current_period_start: start,
      current_period_end: periodEnd(copy.billing_cycle_anchor, start, priced.price),
    };
  });
  return copy;
};

/** The next invoice of a subscription, with changes that are not made. */
export const previewInvoice = (
  account: StripeAccount,
  subscription: Subscription,
  changes: readonly ItemChange[],
  proration: ProrationBehavior,
): Invoice => {
  requireLive(subscription);
  const now = account.now(subscription.test_clock);
  const customer = account.require<Customer>('customer', subscription.customer);
  const prorated = subscription.status !== 'trialing' && proration !== 'none';
  const lines = prorated ? changes.flatMap((change) => prorationLines(subscription, change.item, change, now)) : [];
  const pending = account.state.notes.get(subscription.id)?.pending ?? [];
  const immediate = proration === 'always_invoice' && changes.length > 0;
  const renewal = immediate ? [] : periodLines(nextPeriod(account, subscription, changes));
  return createInvoiceObject({
    id: newId('upcoming_in'),
    customer,
    subscription,
    lines: [...pending, ...lines, ...renewal],
    reason: immediate ? 'subscription_update' : 'upcoming',
    period: [now, subscription.items.data[0]?.current_period_end ?? now],
    now,
  });
};
