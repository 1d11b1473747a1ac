import { newId } from '../ids.ts';
import type { BillingReason, Customer, Invoice, InvoiceLine, Subscription, SubscriptionItem } from '../types.ts';
import { listOf, nulls } from './fields.ts';

/** One line: an item for a period, or a proration. Amounts are cents; credits are negative. */
export const createLine = (
  subscription: Subscription,
  item: SubscriptionItem,
  fields: {
    readonly amount: number;
    readonly description: string;
    readonly period: readonly [number, number];
    readonly proration: boolean;
    readonly quantity?: number;
  },
): InvoiceLine => ({
  id: newId('il'),
  object: 'line_item',
  amount: fields.amount,
  currency: subscription.currency,
  description: fields.description,
  discount_amounts: [],
  discountable: !fields.proration,
  discounts: [],
  invoice: null,
  livemode: false,
  metadata: subscription.metadata,
  parent: {
    invoice_item_details: null,
    subscription_item_details: {
      invoice_item: fields.proration ? newId('ii') : null,
      proration: fields.proration,
      proration_details: fields.proration ? { credited_items: null } : null,
      subscription: subscription.id,
      subscription_item: item.id,
    },
    type: 'subscription_item_details',
  },
  period: { start: fields.period[0], end: fields.period[1] },
  pretax_credit_amounts: [],
  pricing: {
    price_details: { price: item.price.id, product: item.price.product },
    type: 'price_details',
    unit_amount_decimal: String(item.price.unit_amount),
  },
  quantity: fields.quantity ?? item.quantity,
  quantity_decimal: String(fields.quantity ?? item.quantity),
  subscription: subscription.id,
  subtotal: fields.amount,
  taxes: [],
});

/** A draft of a subscription's invoice. */
export const createInvoiceObject = (fields: {
  readonly id: string;
  readonly customer: Customer;
  readonly subscription: Subscription;
  readonly lines: readonly InvoiceLine[];
  readonly reason: BillingReason;
  readonly period: readonly [number, number];
  readonly now: number;
}): Invoice => {
  const { id, customer, subscription, reason, now } = fields;
  const sum = fields.lines.reduce((total, { amount }) => total + amount, 0);
  // A credit that exceeds the charges would become the customer's balance, which nothing here needs.
  const due = Math.max(0, sum);
  const tax = subscription['automatic_tax'] as { readonly enabled: boolean };
  return {
    id,
    object: 'invoice',
    ...nulls(`account_tax_ids application custom_fields customer_account customer_shipping default_payment_method
      default_source description due_date effective_at ending_balance footer from_invoice last_finalization_error
      latest_revision on_behalf_of receipt_number rendering shipping_cost shipping_details statement_descriptor
      webhooks_delivered_at hosted_invoice_url invoice_pdf next_payment_attempt number automatically_finalizes_at`),
    account_country: 'US',
    account_name: 'Local Stripe',
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: {
      disabled_reason: null,
      enabled: tax.enabled,
      liability: tax.enabled ? { type: 'self' } : null,
      provider: tax.enabled ? 'stripe' : null,
      status: tax.enabled ? 'complete' : null,
    },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: subscription.currency,
    customer: customer.id,
    customer_address: customer['address'] ?? null,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: customer['phone'] ?? null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_tax_rates: [],
    discounts: [],
    hosted_invoice_url: null,
    issuer: { type: 'self' },
    lines: listOf(
      fields.lines.map((line) => ({ ...line, invoice: id })),
      `/v1/invoices/${id}/lines`,
    ),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    } as Invoice['parent'],
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: fields.period[1],
    period_start: fields.period[0],
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: 0,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: sum,
    subtotal_excluding_tax: sum,
    test_clock: subscription.test_clock,
    total: sum,
    total_discount_amounts: [],
    total_excluding_tax: sum,
    total_pretax_credit_amounts: [],
    total_taxes: [],
  };
};
