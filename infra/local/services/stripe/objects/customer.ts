import { newId } from '../ids.ts';
import type { Customer, Metadata } from '../types.ts';
import { nulls } from './fields.ts';

/** What callers may set. */
export interface CustomerFields {
  readonly address?: unknown;
  readonly description?: string | null;
  readonly email?: string | null;
  readonly metadata?: Metadata;
  readonly name?: string | null;
  readonly phone?: string | null;
  readonly preferred_locales?: readonly string[];
}

/** A new customer. */
export const createCustomer = (fields: CustomerFields, testClock: string | null, created: number): Customer => ({
  id: newId('cus'),
  object: 'customer',
  ...nulls('address customer_account default_source description discount phone shipping'),
  balance: 0,
  created,
  currency: null,
  delinquent: false,
  invoice_prefix: newId('x').slice(2, 10).toUpperCase(),
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null } as {
    default_payment_method: string | null;
  },
  livemode: false,
  metadata: {},
  name: null,
  email: null,
  next_invoice_sequence: 1,
  preferred_locales: [],
  tax_exempt: 'none',
  test_clock: testClock,
  ...fields,
});
