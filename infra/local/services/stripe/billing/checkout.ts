import type { StripeAccount } from '../account.ts';
import { createCustomer } from '../objects/customer.ts';
import { customerDetails } from '../objects/checkout-session.ts';
import { nulls } from '../objects/fields.ts';
import type { CheckoutSession, Customer, Price, StripeObject } from '../types.ts';
import { askCard, attachCard, AUTHENTICATION_FAILED, type CardResult } from './cards.ts';
import { DAY } from './periods.ts';
import { createSubscription } from './subscriptions.ts';

/** What a session will create. @throws Error for a session that this state does not have */
const notesOf = (account: StripeAccount, session: CheckoutSession) => {
  const notes = account.state.checkouts.get(session.id);
  if (!notes) throw new Error(`The session ${session.id} has no items`);
  return notes;
};

/** The end of the trial that a session would begin now, or null. */
export const trialEndOf = (account: StripeAccount, session: CheckoutSession): number | null => {
  const { trialDays, trialEnd } = notesOf(account, session);
  const clock = account.find<Customer>('customer', session.customer)?.test_clock ?? null;
  return trialDays === null ? trialEnd : account.now(clock) + trialDays * DAY;
};

/** The lines of a session. */
export const sessionLines = (account: StripeAccount, session: CheckoutSession): StripeObject[] =>
  notesOf(account, session).items.map(({ price: id, quantity }, index) => {
    const price = account.require<Price>('price', id);
    const amount = trialEndOf(account, session) === null ? price.unit_amount * quantity : 0;
    const product = account.find('product', price.product);
    return {
      id: `li_${session.id.slice(8)}${index}`,
      object: 'item',
      ...nulls('adjustable_quantity metadata'),
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price.currency,
      description: (product?.['name'] as string | undefined) ?? price.id,
      price: structuredClone(price),
      quantity,
    };
  });

/** What the cardholder sent. */
export interface CheckoutEntry {
  /** Digits of the card, or undefined when none is needed. */
  readonly number: string | undefined;
  readonly email: string | null;
  readonly name: string | null;
  /** The outcome of 3-D Secure, if it took place. */
  readonly authentication?: 'passed' | 'failed';
}

const answerOf = (entry: CheckoutEntry, trial: boolean): CardResult => {
  if (entry.number === undefined) return { kind: 'succeeded' };
  if (entry.authentication === 'failed') return AUTHENTICATION_FAILED;
  const authenticated = entry.authentication === 'passed';
  return askCard(entry.number, { purpose: trial ? 'setup' : 'payment', authenticated, once: false });
};

const customerOf = (account: StripeAccount, session: CheckoutSession, entry: CheckoutEntry): Customer => {
  const existing = account.find<Customer>('customer', session.customer);
  if (existing) return existing;
  const fields = { email: session.customer_email ?? entry.email, name: entry.name };
  const customer = account.add(createCustomer(fields, null, account.now()));
  account.emit('customer.created', customer);
  return customer;
};

/**
 * Completes an open session: the card is stored, the subscription begins and its first invoice is paid. Since API
 * version 2025-03-31 the subscription is created only when the payment has succeeded, so nothing changes before.
 */
export const completeSession = (account: StripeAccount, session: CheckoutSession, entry: CheckoutEntry): CardResult => {
  const trialEnd = trialEndOf(account, session);
  const result = answerOf(entry, trialEnd !== null);
  if (result.kind !== 'succeeded') return result;
  const notes = notesOf(account, session);
  const customer = customerOf(account, session, entry);
  const { number, name } = entry;
  const authenticated = entry.authentication === 'passed';
  const method = number === undefined ? undefined : attachCard(account, customer, { number, name, authenticated });
  const subscription = createSubscription(account, {
    customer,
    items: notes.items.map(({ price, quantity }) => ({ price: account.require<Price>('price', price), quantity })),
    trialEnd,
    metadata: notes.metadata,
    defaultPaymentMethod: method?.id ?? null,
    missingPaymentMethod: notes.missingPaymentMethod,
    automaticTax: (session['automatic_tax'] as { readonly enabled: boolean }).enabled,
    description: notes.description,
    result,
  });
  account.update<CheckoutSession>(session, {
    status: 'complete',
    payment_status: trialEnd === null ? 'paid' : 'no_payment_required',
    customer: customer.id,
    customer_details: customerDetails(customer.email ?? entry.email, entry.name),
    invoice: subscription.latest_invoice,
    subscription: subscription.id,
    url: null,
  });
  account.emit('checkout.session.completed', session);
  return result;
};

/** The address that the browser returns to after payment. */
export const successUrlOf = (session: CheckoutSession): string =>
  session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
