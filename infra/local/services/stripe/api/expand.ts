import type { StripeAccount } from '../account.ts';
import { badRequest } from '../errors.ts';
import { listOf } from '../objects/fields.ts';
import type { CheckoutSession, Invoice, StripeObject, Subscription } from '../types.ts';
import { chargeStored, paymentMethodOf } from '../billing/cards.ts';
import { sessionLines } from '../billing/checkout.ts';
import { subscriptionOf } from '../billing/invoices.ts';
import { createInvoicePayment, createPaymentIntent, type PaymentStatus } from '../objects/payment.ts';

/** The payment intent of an invoice. What an open one waits for depends on the stored card. */
const paymentIntentOf = (account: StripeAccount, invoice: Invoice) => {
  const method = paymentMethodOf(account, subscriptionOf(account, invoice));
  const open = (): PaymentStatus =>
    chargeStored(account, method, false).kind === 'action_required' ? 'requires_action' : 'requires_payment_method';
  const status = invoice.status === 'paid' ? 'succeeded' : invoice.status === 'open' ? open() : 'canceled';
  return createPaymentIntent(invoice, status, method);
};

/** Parts of an object that it contains only when a caller asks for them. */
const included = (account: StripeAccount, object: Readonly<Record<string, unknown>>, name: string): unknown => {
  if (object['object'] === 'checkout.session' && name === 'line_items') {
    const session = object as unknown as CheckoutSession;
    return listOf(sessionLines(account, session), `/v1/checkout/sessions/${session.id}/line_items`);
  }
  if (object['object'] === 'customer' && name === 'subscriptions') {
    const live = account
      .list<Subscription>('subscription')
      .filter(({ customer, status }) => customer === object['id'] && status !== 'canceled');
    return listOf(structuredClone(live), `/v1/customers/${String(object['id'])}/subscriptions`);
  }
  if (object['object'] === 'invoice' && name === 'payments') {
    const invoice = object as unknown as Invoice;
    const payments = invoice.status === 'draft' ? [] : [createInvoicePayment(invoice)];
    return listOf(payments, `/v1/invoice_payments?invoice=${invoice.id}`);
  }
  return undefined;
};

/** The object of an ID. */
const objectOf = (account: StripeAccount, id: string): unknown => {
  if (!id.startsWith('pi_')) return structuredClone(account.state.objects.get(id));
  const invoice = account.find<Invoice>('invoice', id.replace(/^pi_/, 'in_'));
  return invoice && paymentIntentOf(account, invoice);
};

const expandAt = (account: StripeAccount, at: unknown, path: readonly string[], whole: string): void => {
  const [name, ...rest] = path;
  if (name === undefined || at === null || typeof at !== 'object') return;
  if (Array.isArray(at)) {
    for (const element of at) expandAt(account, element, path, whole);
    return;
  }
  const object = at as Record<string, unknown>;
  if (object[name] === null) return;
  const value = object[name] ?? included(account, object, name);
  const cannot = badRequest(`This property cannot be expanded (${whole}).`, 'expand');
  if (value === undefined) throw cannot;
  if (typeof value === 'string') {
    const found = objectOf(account, value);
    if (found === undefined) throw cannot;
    object[name] = found;
  } else {
    object[name] = value;
  }
  expandAt(account, object[name], rest, whole);
};

/** A copy of a response with objects in place of the IDs that `expand` names. Four levels, as the API allows. */
export const expandAnswer = (account: StripeAccount, answer: unknown, expand: readonly string[] = []): unknown => {
  const copy = structuredClone(answer) as StripeObject;
  for (const path of expand) {
    const parts = path.split('.');
    if (parts.length > 4) throw badRequest('You cannot expand more than 4 levels of a property.', 'expand');
    expandAt(account, copy, parts, path);
  }
  return copy;
};
