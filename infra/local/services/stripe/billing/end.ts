import type { StripeAccount } from '../account.ts';
import type { Invoice, Subscription, SubscriptionSchedule } from '../types.ts';

/** Why a subscription ends. */
export type EndReason = 'cancellation_requested' | 'payment_failed' | null;

/** The subscription is no longer scheduled to change. */
export const releaseSchedule = (account: StripeAccount, subscription: Subscription, type: string | undefined): void => {
  const schedule = account.find<SubscriptionSchedule>('subscription_schedule', subscription.schedule);
  if (!schedule) return;
  account.update(schedule, {
    status: 'released',
    current_phase: null,
    released_at: account.now(subscription.test_clock),
    released_subscription: subscription.id,
    subscription: null,
  });
  account.emit('subscription_schedule.released', schedule);
  account.update(subscription, { schedule: null }, type);
};

/** Ends a subscription at once. Its unpaid invoices are no longer collected automatically. */
export const endSubscription = (account: StripeAccount, subscription: Subscription, reason: EndReason): void => {
  const now = account.now(subscription.test_clock);
  releaseSchedule(account, subscription, undefined);
  for (const invoice of account.list<Invoice>('invoice')) {
    if (invoice.parent.subscription_details.subscription !== subscription.id) continue;
    if (invoice.status === 'open' || invoice.status === 'draft')
      account.update(invoice, { auto_advance: false, automatically_finalizes_at: null, next_payment_attempt: null });
  }
  const details = subscription['cancellation_details'] as Readonly<Record<string, unknown>>;
  account.update<Subscription>(subscription, {
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    cancellation_details: { ...details, reason: details['reason'] ?? reason },
  });
  account.emit('customer.subscription.deleted', subscription);
};
