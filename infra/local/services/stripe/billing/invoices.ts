import type { StripeAccount } from '../account.ts';
import { newId } from '../ids.ts';
import { createInvoiceObject } from '../objects/invoice.ts';
import type { BillingReason, Customer, Invoice, InvoiceLine, Subscription } from '../types.ts';
import { type CardResult, chargeStored, paymentMethodOf } from './cards.ts';
import { endSubscription } from './end.ts';
import { DAY } from './periods.ts';

/** Days after a failed payment until it is tried again. After the last one the setting of the account decides. */
export const RETRY_DAYS = [3, 5, 7] as const;
/** Days until a payment that was not confirmed with 3-D Secure counts as failed. */
const CONFIRM_DAYS = 15;

/** The subscription of an invoice. */
export const subscriptionOf = (account: StripeAccount, invoice: Invoice): Subscription =>
  account.require<Subscription>('subscription', invoice.parent.subscription_details.subscription);

/** Creates a draft and makes it the subscription's latest invoice. */
export const createInvoice = (
  account: StripeAccount,
  subscription: Subscription,
  {
    lines,
    reason,
    since,
  }: { readonly lines: readonly InvoiceLine[]; readonly reason: BillingReason; readonly since?: number },
): Invoice => {
  const customer = account.require<Customer>('customer', subscription.customer);
  const now = account.now(subscription.test_clock);
  const invoice = account.add(
    createInvoiceObject({
      id: newId('in'),
      customer,
      subscription,
      lines,
      reason,
      period: [since ?? now, now],
      now,
    }),
  );
  account.update(subscription, { latest_invoice: invoice.id });
  account.emit('invoice.created', invoice);
  return invoice;
};

/** Finalizes a draft: it gets its number and its page. */
export const finalizeInvoice = (account: StripeAccount, invoice: Invoice): void => {
  const now = account.now(invoice.test_clock);
  account.state.invoices += 1;
  account.update(invoice, {
    status: 'open',
    automatically_finalizes_at: null,
    effective_at: now,
    ending_balance: 0,
    hosted_invoice_url: `${account.origin}/i/${invoice.id}`,
    number: `LOCAL-${String(account.state.invoices).padStart(4, '0')}`,
    status_transitions: { ...invoice.status_transitions, finalized_at: now },
  });
  account.emit('invoice.finalized', invoice);
};

/** An invoice that no longer has to be paid. */
export const voidInvoice = (account: StripeAccount, invoice: Invoice): void => {
  if (invoice.status !== 'open') return;
  account.update(invoice, {
    status: 'void',
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: account.now(invoice.test_clock) },
  });
  account.emit('invoice.voided', invoice);
};

const setDelinquent = (account: StripeAccount, invoice: Invoice, delinquent: boolean): void => {
  const customer = account.find<Customer>('customer', invoice.customer);
  if (customer && customer['deleted'] !== true) account.update(customer, { delinquent }, 'customer.updated');
};

const applyPaid = (account: StripeAccount, invoice: Invoice): void => {
  const now = account.now(invoice.test_clock);
  account.update(invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    attempt_count: invoice.attempt_count + (invoice.amount_due > 0 ? 1 : 0),
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  });
  account.emit('invoice.paid', invoice);
  account.emit('invoice.payment_succeeded', invoice);
  setDelinquent(account, invoice, false);
  const subscription = subscriptionOf(account, invoice);
  const notes = account.state.notes.get(subscription.id);
  if (notes) notes.giveUpAt = null;
  if (!['incomplete', 'past_due', 'unpaid', 'paused'].includes(subscription.status)) return;
  if (subscription.latest_invoice !== invoice.id) return;
  const trialing = subscription.trial_end !== null && subscription.trial_end > now;
  account.update(subscription, { status: trialing ? 'trialing' : 'active' }, 'customer.subscription.updated');
};

/** What the account's setting says when the payments of an invoice have all failed. */
export const giveUp = (account: StripeAccount, subscription: Subscription): void => {
  const { afterRetries } = account.state.settings;
  const notes = account.state.notes.get(subscription.id);
  if (notes) notes.giveUpAt = null;
  if (afterRetries === 'cancel') endSubscription(account, subscription, 'payment_failed');
  if (afterRetries === 'unpaid') account.update(subscription, { status: 'unpaid' }, 'customer.subscription.updated');
};

const applyFailure = (account: StripeAccount, invoice: Invoice, result: CardResult, present: boolean): void => {
  const now = account.now(invoice.test_clock);
  const first = invoice.billing_reason === 'subscription_create';
  const needsAction = result.kind === 'action_required';
  const days = needsAction || first ? undefined : RETRY_DAYS[invoice.attempt_count];
  account.update(invoice, {
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
    // A payment by the customer does not change when the next automatic one is due.
    next_payment_attempt: present ? invoice.next_payment_attempt : days === undefined ? null : now + days * DAY,
  });
  if (needsAction) account.emit('invoice.payment_action_required', invoice);
  account.emit('invoice.payment_failed', invoice);
  if (first) return;
  setDelinquent(account, invoice, true);
  const subscription = subscriptionOf(account, invoice);
  if (['active', 'trialing'].includes(subscription.status))
    account.update(subscription, { status: 'past_due' }, 'customer.subscription.updated');
  if (present || subscription.status !== 'past_due') return;
  const notes = account.state.notes.get(subscription.id);
  if (needsAction && notes) notes.giveUpAt = now + CONFIRM_DAYS * DAY;
  else if (days === undefined) giveUp(account, subscription);
};

/**
 * Pays an open invoice. `present`: the customer does so on a page, and may have passed 3-D Secure. An invoice without
 * an amount is paid at once.
 */
export const payInvoice = (
  account: StripeAccount,
  invoice: Invoice,
  {
    present = false,
    authenticated = false,
    result,
  }: { present?: boolean; authenticated?: boolean; result?: CardResult } = {},
): CardResult => {
  const subscription = subscriptionOf(account, invoice);
  const outcome: CardResult =
    invoice.amount_due === 0
      ? { kind: 'succeeded' }
      : (result ?? chargeStored(account, paymentMethodOf(account, subscription), authenticated));
  if (outcome.kind === 'succeeded') applyPaid(account, invoice);
  // A customer who is asked for 3-D Secure has not failed yet.
  else if (!present || outcome.kind === 'declined') applyFailure(account, invoice, outcome, present);
  return outcome;
};
