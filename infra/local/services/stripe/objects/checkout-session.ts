import { newId } from '../ids.ts';
import type { CheckoutSession, Metadata } from '../types.ts';
import { nulls } from './fields.ts';

/** A new open session of mode `subscription`. */
export const createSessionObject = (fields: {
  readonly origin: string;
  readonly created: number;
  readonly expiresAt: number;
  readonly customer: string | null;
  readonly email: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly successUrl: string;
  readonly cancelUrl: string | null;
  readonly reference: string | null;
  readonly metadata: Metadata;
  readonly automaticTax: boolean;
  readonly collection: 'always' | 'if_required';
  readonly promotionCodes: boolean | null;
  readonly address: string | null;
  readonly locale: string | null;
  readonly taxIds: boolean;
}): CheckoutSession => {
  const id = newId('cs_test');
  return {
    id,
    object: 'checkout.session',
    ...nulls(`after_expiration allowed_payment_method_types client_secret collected_information consent
      consent_collection currency_conversion invoice invoice_creation integration_identifier managed_payments
      origin_context payment_intent payment_link payment_method_configuration_details permissions recovered_from
      setup_intent shipping_address_collection shipping_cost submit_type subscription wallet_options`),
    adaptive_pricing: { enabled: false },
    allow_promotion_codes: fields.promotionCodes,
    amount_subtotal: fields.amount,
    amount_total: fields.amount,
    automatic_tax: {
      enabled: fields.automaticTax,
      liability: fields.automaticTax ? { type: 'self' } : null,
      provider: fields.automaticTax ? 'stripe' : null,
      status: null,
    },
    billing_address_collection: fields.address,
    cancel_url: fields.cancelUrl,
    client_reference_id: fields.reference,
    created: fields.created,
    currency: fields.currency,
    custom_fields: [],
    custom_text: nulls('after_submit shipping_address submit terms_of_service_acceptance'),
    customer: fields.customer,
    customer_account: null,
    customer_creation: fields.customer === null ? 'always' : null,
    customer_details: fields.email === null ? null : customerDetails(fields.email, null),
    customer_email: fields.customer === null ? fields.email : null,
    discounts: [],
    expires_at: fields.expiresAt,
    invoice: null,
    livemode: false,
    locale: fields.locale,
    metadata: fields.metadata,
    mode: 'subscription',
    payment_method_collection: fields.collection,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    phone_number_collection: { enabled: false },
    saved_payment_method_options: {
      allow_redisplay_filters: ['always'],
      payment_method_remove: null,
      payment_method_save: null,
    },
    shipping_options: [],
    status: 'open',
    subscription: null,
    success_url: fields.successUrl,
    ...(fields.taxIds ? { tax_id_collection: { enabled: true, required: 'never' } } : {}),
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${fields.origin}/c/pay/${id}`,
  };
};

/** What is known of the person who pays. */
export const customerDetails = (email: string | null, name: string | null) => ({
  ...nulls('address business_name individual_name phone tax_ids'),
  email,
  name,
  tax_exempt: 'none',
});
