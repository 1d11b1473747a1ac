import { newId } from '../ids.ts';
import type {
  Customer,
  Metadata,
  MissingPaymentMethod,
  Price,
  Subscription,
  SubscriptionItem,
  SubscriptionSchedule,
} from '../types.ts';
import { planOf } from './catalog.ts';
import { listOf, nulls } from './fields.ts';

/** Flexible is the standard since 2025-09-30. */
const BILLING_MODE = { flexible: { proration_discounts: 'included' }, type: 'flexible' };

/** An item for the current period. */
export const createItem = (
  subscription: string,
  { price, quantity }: { readonly price: Price; readonly quantity: number },
  [start, end]: readonly [number, number],
  created: number,
): SubscriptionItem => ({
  id: newId('si'),
  object: 'subscription_item',
  ...nulls('billing_thresholds current_trial'),
  created,
  current_period_end: end,
  current_period_start: start,
  discounts: [],
  metadata: {},
  plan: planOf(price),
  price: structuredClone(price),
  quantity,
  subscription,
  tax_rates: [],
});

/** Sets the price of an item, with its plan. */
export const setItemPrice = (item: SubscriptionItem, price: Price): SubscriptionItem => ({
  ...item,
  price: structuredClone(price),
  plan: planOf(price),
});

/** A new subscription's fields. */
export interface SubscriptionFields {
  readonly customer: Customer;
  readonly items: readonly { readonly price: Price; readonly quantity: number }[];
  readonly currency: string;
  readonly now: number;
  readonly period: readonly [number, number];
  readonly trialEnd: number | null;
  readonly metadata: Metadata;
  readonly defaultPaymentMethod: string | null;
  readonly missingPaymentMethod: MissingPaymentMethod;
  readonly automaticTax: boolean;
  readonly description: string | null;
}

/** A new subscription. Its status follows from its first invoice. */
export const createSubscriptionObject = (fields: SubscriptionFields): Subscription => {
  const { customer, now, trialEnd, period } = fields;
  const id = newId('sub');
  const items = fields.items.map((item) => createItem(id, item, period, now));
  return {
    id,
    object: 'subscription',
    ...nulls(`application application_fee_percent billing_cycle_anchor_config billing_thresholds customer_account
      days_until_due default_source managed_payments next_pending_invoice_item_invoice on_behalf_of pause_collection
      pending_invoice_item_interval pending_setup_intent pending_update transfer_data`),
    automatic_tax: {
      disabled_reason: null,
      enabled: fields.automaticTax,
      liability: fields.automaticTax ? { type: 'self' } : null,
    },
    billing_cycle_anchor: trialEnd ?? now,
    billing_mode: BILLING_MODE,
    billing_schedules: [],
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: fields.currency,
    customer: customer.id,
    default_payment_method: fields.defaultPaymentMethod,
    default_tax_rates: [],
    description: fields.description,
    discounts: [],
    ended_at: null,
    invoice_settings: { ...nulls('account_tax_ids custom_fields description footer'), issuer: { type: 'self' } },
    items: listOf(items, `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    livemode: false,
    metadata: fields.metadata,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    schedule: null,
    start_date: now,
    status: 'incomplete',
    test_clock: customer.test_clock,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: fields.missingPaymentMethod },
    },
    trial_start: trialEnd === null ? null : now,
  };
};

/** A schedule that changes the price of a subscription when its period ends, and is then released. */
export const createScheduleObject = (
  subscription: Subscription,
  phases: readonly {
    readonly start: number;
    readonly end: number;
    readonly price: string;
    readonly quantity: number;
  }[],
  now: number,
): SubscriptionSchedule => ({
  id: newId('sub_sched'),
  object: 'subscription_schedule',
  ...nulls('application canceled_at completed_at customer_account'),
  billing_mode: BILLING_MODE,
  created: now,
  current_phase: phases[0] ? { start_date: phases[0].start, end_date: phases[0].end } : null,
  customer: subscription.customer,
  default_settings: {
    ...nulls(`application_fee_percent billing_thresholds default_payment_method description on_behalf_of
      transfer_data`),
    billing_cycle_anchor: 'automatic',
    collection_method: 'charge_automatically',
    invoice_settings: {
      ...nulls('account_tax_ids custom_fields days_until_due description footer'),
      issuer: { type: 'self' },
    },
  },
  end_behavior: 'release',
  livemode: false,
  metadata: {},
  pause_schedules: [],
  phases: phases.map(({ start, end, price, quantity }) => ({
    ...nulls(`application_fee_percent billing_cycle_anchor billing_thresholds collection_method
      default_payment_method description invoice_settings on_behalf_of transfer_data trial_end`),
    add_invoice_items: [],
    currency: subscription.currency,
    discounts: [],
    end_date: end,
    items: [{ billing_thresholds: null, discounts: [], metadata: {}, plan: price, price, quantity, tax_rates: [] }],
    metadata: {},
    proration_behavior: 'none',
    start_date: start,
  })),
  released_at: null,
  released_subscription: null,
  status: 'active',
  subscription: subscription.id,
  test_clock: subscription.test_clock,
});
