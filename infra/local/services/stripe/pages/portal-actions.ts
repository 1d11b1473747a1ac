import type { StripeAccount } from '../account.ts';
import { askCard, attachCard, AUTHENTICATION_FAILED } from '../billing/cards.ts';
import { endSubscription, releaseSchedule } from '../billing/end.ts';
import { payInvoice } from '../billing/invoices.ts';
import { scheduleChange } from '../billing/schedules.ts';
import { endTrial } from '../billing/subscriptions.ts';
import { changeItems, periodEndOf, setCancellation } from '../billing/updates.ts';
import type { Customer, Invoice, PortalConfiguration, Price, Subscription } from '../types.ts';
import { chosenCard } from './card-form.ts';

/** Whether a price costs less. */
export const isDowngrade = (from: Price, to: Price): boolean => to.unit_amount < from.unit_amount;

/** Whether the configuration delays a change to the end of the period. */
export const isScheduled = ({ features }: PortalConfiguration, from: Price, to: Price): boolean =>
  isDowngrade(from, to) &&
  features.subscription_update.schedule_at_period_end.conditions.some(({ type }) => type === 'decreasing_item_amount');

/** Changes the plan: an upgrade now, a downgrade when the configuration says. A cancellation that waits ends. */
export const changePlan = (
  account: StripeAccount,
  configuration: PortalConfiguration,
  subscription: Subscription,
  price: Price,
): void => {
  const [item] = subscription.items.data;
  if (!item) return;
  if (subscription.cancel_at !== null) resumePlan(account, subscription);
  if (isScheduled(configuration, item.price, price)) return scheduleChange(account, subscription, price);
  const { proration_behavior: proration, trial_update_behavior: trial } = configuration.features.subscription_update;
  changeItems(account, subscription, [{ item, price, quantity: item.quantity }], proration);
  if (subscription.status === 'trialing' && trial === 'end_trial') endTrial(account, subscription, true);
  return undefined;
};

/** Cancels as the configuration says. */
export const cancelPlan = (
  account: StripeAccount,
  { features }: PortalConfiguration,
  subscription: Subscription,
): void => {
  if (features.subscription_cancel.mode === 'immediately')
    return endSubscription(account, subscription, 'cancellation_requested');
  const atPeriodEnd = account.state.settings.portalCancelsBy === 'cancel_at_period_end';
  releaseSchedule(account, subscription, undefined);
  setCancellation(account, subscription, { atPeriodEnd, at: periodEndOf(subscription) });
  return undefined;
};

/** Takes a cancellation back. */
export const resumePlan = (account: StripeAccount, subscription: Subscription): void =>
  setCancellation(account, subscription, { atPeriodEnd: false, at: null });

/** Takes a scheduled downgrade back. */
export const keepPlan = (account: StripeAccount, subscription: Subscription): void =>
  releaseSchedule(account, subscription, 'customer.subscription.updated');

/** What happened to a new card. */
export type CardOutcome =
  | { readonly kind: 'saved' }
  | { readonly kind: 'declined'; readonly message: string }
  | { readonly kind: 'action_required'; readonly number: string };

/** Stores a card for the customer and its subscriptions, and pays what is open. */
export const replaceCard = (
  account: StripeAccount,
  customer: Customer,
  subscriptions: readonly Subscription[],
  form: URLSearchParams,
): CardOutcome => {
  const choice = chosenCard(form);
  if (choice === 'invalid' || choice === 'saved') return { kind: 'declined', message: 'Your card number is invalid.' };
  const { number } = choice;
  const authenticated = form.get('outcome') === 'passed';
  const result =
    form.get('outcome') === 'failed'
      ? AUTHENTICATION_FAILED
      : askCard(number, { purpose: 'setup', authenticated, once: false });
  if (result.kind === 'declined') return { kind: 'declined', message: result.message };
  if (result.kind === 'action_required') return { kind: 'action_required', number };
  const method = attachCard(account, customer, { number, authenticated });
  account.update(
    customer,
    { invoice_settings: { ...customer.invoice_settings, default_payment_method: method.id } },
    'customer.updated',
  );
  for (const subscription of subscriptions) {
    account.update(subscription, { default_payment_method: method.id }, 'customer.subscription.updated');
    const invoice = account.find<Invoice>('invoice', subscription.latest_invoice);
    if (subscription.status === 'past_due' && invoice?.status === 'open')
      payInvoice(account, invoice, { present: true });
  }
  return { kind: 'saved' };
};
