import { createHmac } from 'node:crypto';
import type { StripeAccount } from '../account.ts';
import { createCard } from '../objects/payment-method.ts';
import type { Customer, PaymentMethod, Subscription } from '../types.ts';

/** How a card answers. */
export type CardBehavior =
  | 'succeeds'
  | 'generic_decline'
  | 'insufficient_funds'
  | 'expired_card'
  /** It can be stored, but payments fail. */
  | 'declines_payments'
  /** 3-D Secure once; afterwards payments without the cardholder succeed. */
  | 'authenticates_once'
  /** 3-D Secure for every payment. */
  | 'authenticates_always';

/** A card of Stripe's list of test cards. */
export interface TestCard {
  readonly number: string;
  readonly title: string;
  readonly behavior: CardBehavior;
  /** The ID that test code may use instead of a form. */
  readonly token: string;
}

/** The test cards that the hosted pages offer (https://docs.stripe.com/testing). */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', title: 'Visa, succeeds', behavior: 'succeeds', token: 'pm_card_visa' },
  { number: '5555555555554444', title: 'Mastercard, succeeds', behavior: 'succeeds', token: 'pm_card_mastercard' },
  { number: '378282246310005', title: 'American Express, succeeds', behavior: 'succeeds', token: 'pm_card_amex' },
  {
    number: '4000000000000002',
    title: 'Visa, is declined',
    behavior: 'generic_decline',
    token: 'pm_card_chargeDeclined',
  },
  {
    number: '4000000000009995',
    title: 'Visa, has insufficient funds',
    behavior: 'insufficient_funds',
    token: 'pm_card_chargeDeclinedInsufficientFunds',
  },
  {
    number: '4000000000000069',
    title: 'Visa, has expired',
    behavior: 'expired_card',
    token: 'pm_card_chargeDeclinedExpiredCard',
  },
  {
    number: '4000000000000341',
    title: 'Visa, can be saved but payments fail',
    behavior: 'declines_payments',
    token: 'pm_card_chargeCustomerFail',
  },
  {
    number: '4000002500003155',
    title: 'Visa, needs 3-D Secure once',
    behavior: 'authenticates_once',
    token: 'pm_card_authenticationRequiredOnSetup',
  },
  {
    number: '4000002760003184',
    title: 'Visa, needs 3-D Secure for every payment',
    behavior: 'authenticates_always',
    token: 'pm_card_authenticationRequired',
  },
];

/** Whether a number has the right length and check digit (Luhn). */
export const isCardNumber = (number: string): boolean => {
  if (!/^\d{13,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
};

/** The outcome of a payment or of storing a card. */
export type CardResult =
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'action_required' }
  | { readonly kind: 'declined'; readonly code: string; readonly declineCode: string; readonly message: string };

const DECLINES: Partial<Record<CardBehavior, readonly [code: string, declineCode: string, message: string]>> = {
  generic_decline: ['card_declined', 'generic_decline', 'Your card was declined.'],
  declines_payments: ['card_declined', 'generic_decline', 'Your card was declined.'],
  insufficient_funds: ['card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
  expired_card: ['expired_card', 'expired_card', 'Your card has expired.'],
};

/** The decline after 3-D Secure failed. */
export const AUTHENTICATION_FAILED: CardResult = {
  kind: 'declined',
  code: 'payment_intent_authentication_failure',
  declineCode: 'authentication_required',
  message: 'We are unable to authenticate your payment method. Choose a different payment method and try again.',
};

/**
 * How a card answers. `authenticated`: the cardholder has just passed 3-D Secure. `once`: the cardholder did so when
 * the card was stored.
 */
export const askCard = (
  number: string,
  { purpose, authenticated, once }: { purpose: 'payment' | 'setup'; authenticated: boolean; once: boolean },
): CardResult => {
  const behavior = TEST_CARDS.find((card) => card.number === number)?.behavior ?? 'succeeds';
  if (behavior === 'authenticates_always') return { kind: authenticated ? 'succeeded' : 'action_required' };
  if (behavior === 'authenticates_once') return { kind: authenticated || once ? 'succeeded' : 'action_required' };
  const decline = DECLINES[behavior];
  if (!decline || (behavior === 'declines_payments' && purpose === 'setup')) return { kind: 'succeeded' };
  const [code, declineCode, message] = decline;
  return { kind: 'declined', code, declineCode, message };
};

/** Expiration of every card that is entered. */
const EXPIRES = { month: 12, year: 2034 };

/** Stores a card for a customer. The same number has the same fingerprint in this account. */
export const attachCard = (
  account: StripeAccount,
  customer: Customer,
  { number, name = null, authenticated }: { number: string; name?: string | null; authenticated: boolean },
): PaymentMethod => {
  const fingerprint = createHmac('sha256', account.state.apiKey).update(number).digest('base64url');
  const method = createCard(
    {
      number,
      fingerprint: fingerprint.replace(/[-_]/g, '').slice(0, 16),
      expMonth: EXPIRES.month,
      expYear: EXPIRES.year,
      email: customer.email,
      name: name ?? customer.name,
    },
    account.now(customer.test_clock),
  );
  method.customer = customer.id;
  account.add(method);
  account.state.cards.set(method.id, { number, authenticated });
  account.emit('payment_method.attached', method);
  return method;
};

/** The payment method of a subscription: its own, or the customer's. */
export const paymentMethodOf = (account: StripeAccount, subscription: Subscription): string | null =>
  subscription.default_payment_method ??
  account.find<Customer>('customer', subscription.customer)?.invoice_settings.default_payment_method ??
  null;

/** Charges a stored card. */
export const chargeStored = (account: StripeAccount, method: string | null, authenticated: boolean): CardResult => {
  const notes = account.state.cards.get(method ?? '');
  if (!notes)
    return {
      kind: 'declined',
      code: 'missing_payment_method',
      declineCode: 'missing_payment_method',
      message: 'The customer has no payment method.',
    };
  const result = askCard(notes.number, { purpose: 'payment', authenticated, once: notes.authenticated });
  if (authenticated && result.kind === 'succeeded') notes.authenticated = true;
  return result;
};
