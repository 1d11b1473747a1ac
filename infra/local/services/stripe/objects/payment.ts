import type { Invoice } from '../types.ts';
import { nulls } from './fields.ts';

/** Where the payment of an invoice is. */
export type PaymentStatus = 'succeeded' | 'requires_action' | 'requires_payment_method' | 'canceled';

/** The ID of an invoice's payment intent. */
const intentOf = ({ id }: Invoice): string => id.replace(/^in_/, 'pi_');

/** The payment of a finalized invoice, as `invoice.payments` lists it. */
export const createInvoicePayment = (invoice: Invoice) => ({
  id: invoice.id.replace(/^in_/, 'inpay_'),
  object: 'invoice_payment' as const,
  amount_paid: invoice.status === 'paid' ? invoice.amount_paid : null,
  amount_requested: invoice.amount_due,
  created: invoice.created,
  currency: invoice.currency,
  invoice: invoice.id,
  is_default: true,
  livemode: false,
  payment: { type: 'payment_intent', payment_intent: intentOf(invoice) },
  status: invoice.status === 'paid' ? 'paid' : invoice.status === 'open' ? 'open' : 'canceled',
  status_transitions: {
    canceled_at: invoice.status_transitions.voided_at,
    paid_at: invoice.status_transitions.paid_at,
  },
});

/** The payment intent of an invoice. */
export const createPaymentIntent = (invoice: Invoice, status: PaymentStatus, method: string | null) => ({
  id: intentOf(invoice),
  object: 'payment_intent' as const,
  ...nulls(`allowed_payment_method_types application application_fee_amount automatic_payment_methods canceled_at
    cancellation_reason client_secret customer_account description excluded_payment_method_types last_payment_error
    latest_charge managed_payments next_action on_behalf_of payment_method_configuration_details payment_record
    processing receipt_email review shipping source statement_descriptor statement_descriptor_suffix transfer_data
    transfer_group`),
  amount: invoice.amount_due,
  amount_capturable: 0,
  amount_received: status === 'succeeded' ? invoice.amount_paid : 0,
  capture_method: 'automatic' as const,
  confirmation_method: 'automatic' as const,
  created: invoice.created,
  currency: invoice.currency,
  customer: invoice.customer,
  livemode: false,
  metadata: {},
  next_action:
    status === 'requires_action'
      ? { type: 'redirect_to_url', redirect_to_url: { return_url: null, url: invoice.hosted_invoice_url } }
      : null,
  payment_method: method,
  payment_method_options: {},
  payment_method_types: ['card'],
  setup_future_usage: 'off_session' as const,
  status,
});
