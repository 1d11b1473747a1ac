import type { StripeAccount } from '../account.ts';
import { badRequest } from '../errors.ts';
import { createLine } from '../objects/invoice.ts';
import { createSubscriptionObject } from '../objects/subscription.ts';
import type {
  BillingReason,
  Customer,
  Invoice,
  InvoiceLine,
  MissingPaymentMethod,
  Price,
  Subscription,
} from '../types.ts';
import { type CardResult, paymentMethodOf } from './cards.ts';
import { endSubscription } from './end.ts';
import { createInvoice, finalizeInvoice, payInvoice } from './invoices.ts';
import { DAY, HOUR, periodEnd } from './periods.ts';

/** Renewals stay drafts for about an hour. */
const DRAFT_SECONDS = HOUR;
/** `trial_will_end` is published this long before. */
export const REMINDER_SECONDS = 3 * DAY;

/** A subscription to create. */
export interface NewSubscription {
  readonly customer: Customer;
  readonly items: readonly { readonly price: Price; readonly quantity: number }[];
  readonly trialEnd: number | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly defaultPaymentMethod: string | null;
  readonly missingPaymentMethod: MissingPaymentMethod;
  readonly automaticTax: boolean;
  readonly description: string | null;
  /** The first payment as a page has already made it. */
  readonly result?: CardResult;
  /** Do not try the first payment. */
  readonly incomplete?: boolean;
}

/** An amount in words, e.g. `$19.99`. */
export const money = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);

/** The lines of the current period. */
export const periodLines = (subscription: Subscription, free = false): InvoiceLine[] =>
  subscription.items.data.map((item) =>
    createLine(subscription, item, {
      amount: free ? 0 : item.price.unit_amount * item.quantity,
      description: free
        ? 'Trial period'
        : `${item.quantity} × ${item.price.nickname ?? item.price.lookup_key ?? item.price.id} ` +
          `(at ${money(item.price.unit_amount, item.price.currency)} / ${item.price.recurring?.interval ?? 'month'})`,
      period: [item.current_period_start, item.current_period_end],
      proration: false,
    }),
  );

/** Takes the lines that wait for the next invoice. */
const takePending = (account: StripeAccount, subscription: Subscription): InvoiceLine[] => {
  const notes = account.state.notes.get(subscription.id);
  const lines = notes?.pending ?? [];
  if (notes) notes.pending = [];
  return lines;
};

/** Creates an invoice, finalizes it and tries to pay it. */
export const invoiceNow = (
  account: StripeAccount,
  subscription: Subscription,
  { reason, lines }: { readonly reason: BillingReason; readonly lines: readonly InvoiceLine[] },
): Invoice => {
  const all = [...takePending(account, subscription), ...lines];
  const invoice = createInvoice(account, subscription, { lines: all, reason });
  finalizeInvoice(account, invoice);
  return invoice;
};

/** Creates the draft of a renewal, for the time since the last one. It is finalized and paid an hour later. */
export const draftRenewal = (account: StripeAccount, subscription: Subscription, since: number): void => {
  const lines = [...takePending(account, subscription), ...periodLines(subscription)];
  const invoice = createInvoice(account, subscription, { lines, reason: 'subscription_cycle', since });
  account.update(
    invoice,
    subscription.status === 'unpaid'
      ? { auto_advance: false }
      : { automatically_finalizes_at: account.now(subscription.test_clock) + DRAFT_SECONDS },
  );
};

/** Publishes `trial_will_end` once. */
export const remindOfTrialEnd = (account: StripeAccount, subscription: Subscription): void => {
  const notes = account.state.notes.get(subscription.id);
  if (!notes || notes.reminded) return;
  notes.reminded = true;
  account.emit('customer.subscription.trial_will_end', subscription);
};

/** Creates a subscription with its first invoice. */
export const createSubscription = (account: StripeAccount, fields: NewSubscription): Subscription => {
  const { customer, items, trialEnd } = fields;
  const now = account.now(customer.test_clock);
  const [first] = items;
  if (!first) throw badRequest('A subscription needs an item.', 'items');
  const currency = first.price.currency;
  const period = [now, trialEnd ?? periodEnd(now, now, first.price)] as const;
  const subscription = account.add(
    createSubscriptionObject({ ...fields, metadata: { ...fields.metadata }, currency, now, period }),
  );
  account.state.notes.set(subscription.id, { pending: [], reminded: false, giveUpAt: null });
  if (trialEnd !== null) subscription.status = 'trialing';
  if (customer.currency === null) account.update(customer, { currency }, 'customer.updated');
  const lines = periodLines(subscription, trialEnd !== null);
  const invoice = invoiceNow(account, subscription, { reason: 'subscription_create', lines });
  account.emit('customer.subscription.created', subscription);
  if (invoice.amount_due === 0 || !fields.incomplete)
    payInvoice(account, invoice, fields.result ? { result: fields.result } : {});
  if (trialEnd !== null && trialEnd - now <= REMINDER_SECONDS) remindOfTrialEnd(account, subscription);
  return subscription;
};

/** Ends a trial: the first paid period begins, unless the setting for missing cards says otherwise. */
export const endTrial = (account: StripeAccount, subscription: Subscription, immediately: boolean): void => {
  const now = account.now(subscription.test_clock);
  const { missing_payment_method: missing } = subscription.trial_settings.end_behavior;
  if (paymentMethodOf(account, subscription) === null && missing !== 'create_invoice') {
    if (missing === 'cancel') return endSubscription(account, subscription, null);
    account.update<Subscription>(subscription, {
      status: 'paused',
      trial_end: now,
      status_details: {
        paused: {
          subscription: { type: 'trial_end_without_payment_method' },
          transitioned_at: now,
          type: 'subscription',
        },
      },
    });
    return account.emit('customer.subscription.paused', subscription);
  }
  const previous = structuredClone(subscription);
  Object.assign(subscription, { status: 'active', trial_end: now, billing_cycle_anchor: now });
  beginPeriod(subscription, now);
  if (immediately) {
    const invoice = invoiceNow(account, subscription, {
      reason: 'subscription_update',
      lines: periodLines(subscription),
    });
    emitUpdate(account, subscription, previous);
    payInvoice(account, invoice);
  } else {
    draftRenewal(account, subscription, previous.trial_start ?? now);
    emitUpdate(account, subscription, previous);
  }
  return undefined;
};

/** Sets the current period of every item. */
export const beginPeriod = (subscription: Subscription, start: number): void => {
  for (const item of subscription.items.data) {
    item.current_period_start = start;
    item.current_period_end = periodEnd(subscription.billing_cycle_anchor, start, item.price);
  }
};

/** Publishes what differs from a copy. */
export const emitUpdate = (account: StripeAccount, subscription: Subscription, before: Subscription): void => {
  const previous = Object.fromEntries(
    Object.entries(before).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(subscription[name])),
  );
  if (Object.keys(previous).length > 0) account.emit('customer.subscription.updated', subscription, previous);
};
