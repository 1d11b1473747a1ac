/**
 * Objects as the API returns them. The interfaces name the fields that the rules use; the objects have every field of
 * the SDK's types, which the tests check. Times are seconds since the epoch, amounts are cents.
 */
export interface StripeObject {
  readonly id: string;
  readonly object: string;
  [field: string]: unknown;
}

export type Metadata = Record<string, string>;

/** A list inside an object or of a response. */
export interface ObjectList<T> {
  readonly object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

export interface TestClock extends StripeObject {
  frozen_time: number;
  status: 'ready' | 'advancing';
  status_details: { advancing?: { target_frozen_time: number } };
}

export interface Customer extends StripeObject {
  readonly test_clock: string | null;
  email: string | null;
  name: string | null;
  delinquent: boolean;
  currency: string | null;
  invoice_settings: { default_payment_method: string | null };
  metadata: Metadata;
}

export interface Product extends StripeObject {
  name: string;
  active: boolean;
  metadata: Metadata;
  default_price: string | null;
}

export type Interval = 'day' | 'week' | 'month' | 'year';

export interface Price extends StripeObject {
  active: boolean;
  readonly currency: string;
  readonly product: string;
  readonly unit_amount: number;
  readonly recurring: { readonly interval: Interval; readonly interval_count: number } | null;
  lookup_key: string | null;
  metadata: Metadata;
  nickname: string | null;
}

export interface Card {
  readonly brand: string;
  readonly last4: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly fingerprint: string;
}

export interface PaymentMethod extends StripeObject {
  customer: string | null;
  readonly card: Card;
}

export interface SubscriptionItem extends StripeObject {
  price: Price;
  quantity: number;
  current_period_start: number;
  current_period_end: number;
  readonly subscription: string;
}

export type SubscriptionStatus =
  'active' | 'canceled' | 'incomplete' | 'incomplete_expired' | 'past_due' | 'paused' | 'trialing' | 'unpaid';

export type MissingPaymentMethod = 'cancel' | 'create_invoice' | 'pause';

export interface Subscription extends StripeObject {
  readonly customer: string;
  readonly created: number;
  readonly currency: string;
  readonly items: ObjectList<SubscriptionItem>;
  readonly test_clock: string | null;
  status: SubscriptionStatus;
  billing_cycle_anchor: number;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  default_payment_method: string | null;
  latest_invoice: string | null;
  metadata: Metadata;
  schedule: string | null;
  trial_start: number | null;
  trial_end: number | null;
  trial_settings: {
    end_behavior: { billing_cycle_anchor: null; missing_payment_method: MissingPaymentMethod };
  };
}

export interface InvoiceLine extends StripeObject {
  invoice: string | null;
  readonly amount: number;
  readonly description: string | null;
}

export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming';

export interface Invoice extends StripeObject {
  readonly customer: string;
  readonly created: number;
  readonly currency: string;
  readonly billing_reason: BillingReason;
  readonly lines: ObjectList<InvoiceLine>;
  readonly total: number;
  readonly test_clock: string | null;
  readonly parent: { readonly subscription_details: { readonly subscription: string } };
  readonly period_end: number;
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  attempt_count: number;
  attempted: boolean;
  auto_advance: boolean;
  automatically_finalizes_at: number | null;
  hosted_invoice_url: string | null;
  next_payment_attempt: number | null;
  number: string | null;
  status_transitions: Record<'finalized_at' | 'marked_uncollectible_at' | 'paid_at' | 'voided_at', number | null>;
}

export interface CheckoutSession extends StripeObject {
  readonly created: number;
  readonly currency: string;
  readonly expires_at: number;
  readonly success_url: string;
  readonly cancel_url: string | null;
  readonly customer_email: string | null;
  readonly client_reference_id: string | null;
  readonly amount_total: number;
  readonly payment_method_collection: 'always' | 'if_required';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid' | 'no_payment_required';
  customer: string | null;
  subscription: string | null;
  invoice: string | null;
  url: string | null;
}

export interface SchedulePhase {
  readonly start_date: number;
  readonly end_date: number;
  readonly items: readonly { readonly price: string; readonly quantity: number }[];
  readonly [field: string]: unknown;
}

export interface SubscriptionSchedule extends StripeObject {
  readonly customer: string;
  status: 'active' | 'released' | 'completed' | 'canceled';
  subscription: string | null;
  released_subscription: string | null;
  released_at: number | null;
  current_phase: { start_date: number; end_date: number } | null;
  readonly phases: readonly SchedulePhase[];
}

export interface PortalFeatures {
  readonly subscription_update: {
    readonly enabled: boolean;
    readonly proration_behavior: ProrationBehavior;
    readonly products: readonly { readonly product: string; readonly prices: readonly string[] }[] | null;
    readonly schedule_at_period_end: { readonly conditions: readonly { readonly type: string }[] };
    readonly trial_update_behavior: 'continue_trial' | 'end_trial';
  };
  readonly subscription_cancel: { readonly enabled: boolean; readonly mode: 'at_period_end' | 'immediately' };
  readonly payment_method_update: { readonly enabled: boolean };
  readonly invoice_history: { readonly enabled: boolean };
}

export interface PortalConfiguration extends StripeObject {
  active: boolean;
  is_default: boolean;
  default_return_url: string | null;
  features: PortalFeatures;
  metadata: Metadata;
}

export type PortalFlow =
  | { readonly type: 'payment_method_update' }
  | { readonly type: 'subscription_cancel'; readonly subscription_cancel: { readonly subscription: string } }
  | { readonly type: 'subscription_update'; readonly subscription_update: { readonly subscription: string } }
  | {
      readonly type: 'subscription_update_confirm';
      readonly subscription_update_confirm: {
        readonly subscription: string;
        readonly items: readonly { readonly id: string; readonly price: string }[];
      };
    };

export interface PortalSession extends StripeObject {
  readonly configuration: string;
  readonly created: number;
  readonly customer: string;
  readonly return_url: string | null;
  readonly flow:
    | (PortalFlow & {
        readonly after_completion: { readonly type: string; readonly redirect: { readonly return_url: string } | null };
      })
    | null;
}

export type ProrationBehavior = 'create_prorations' | 'always_invoice' | 'none';

export interface WebhookEndpoint extends StripeObject {
  url: string;
  enabled_events: string[];
  status: 'enabled' | 'disabled';
}

export interface StripeEvent extends StripeObject {
  readonly created: number;
  readonly type: string;
  readonly data: { readonly object: StripeObject; readonly previous_attributes?: Record<string, unknown> };
  pending_webhooks: number;
}
