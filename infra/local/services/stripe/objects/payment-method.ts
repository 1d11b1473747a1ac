import { newId } from '../ids.ts';
import type { PaymentMethod } from '../types.ts';
import { nulls } from './fields.ts';

/** A card's brand by its first digits. */
const BRANDS = [
  [/^4/, 'visa'],
  [/^5[1-5]|^2[2-7]/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^6(?:011|5)/, 'discover'],
] as const;

/** What the cardholder entered. */
export interface CardEntry {
  readonly number: string;
  readonly fingerprint: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly email: string | null;
  readonly name: string | null;
}

/** A new card that is not attached to a customer. */
export const createCard = (entry: CardEntry, created: number): PaymentMethod => {
  const brand = BRANDS.find(([pattern]) => pattern.test(entry.number))?.[1] ?? 'unknown';
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: { ...nulls('address phone tax_id'), email: entry.email, name: entry.name },
    card: {
      ...nulls('generated_from wallet'),
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brand,
      exp_month: entry.expMonth,
      exp_year: entry.expYear,
      fingerprint: entry.fingerprint,
      funding: 'credit',
      last4: entry.number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
    } as PaymentMethod['card'],
    created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
};
