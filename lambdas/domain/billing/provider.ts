import type { Invoice, SubscriptionState } from '../../contract/people/billing.ts';
import type { PaidPlan } from '../../contract/people/plans.ts';

/** A status of a subscription at Stripe. */
export type SubscriptionStatus = Exclude<SubscriptionState, 'none'>;

/** A subscription as the payment provider has it now. Times are ISO 8601. */
export interface ProviderSubscription {
  readonly id: string;
  readonly status: SubscriptionStatus;
  /** Undefined when its price belongs to no plan. */
  readonly plan: PaidPlan | undefined;
  /** The item that a change of plan replaces. */
  readonly item_id: string;
  readonly created_at: string;
  /** The period that was invoiced last. While a renewal is unpaid, this is already the unpaid period. */
  readonly period_start: string;
  readonly period_end: string;
  /** Start and end of the trial; null when it never had one. */
  readonly trial_start: string | null;
  readonly trial_end: string | null;
  /** When it ends because it was canceled; null otherwise. */
  readonly cancels_at: string | null;
  /** The plan that a scheduled change sets at the end of the period; null when none is scheduled. */
  readonly next_plan: PaidPlan | null;
  /** Where the user confirms or makes the payment that is missing; null when none is. */
  readonly payment: { readonly kind: 'confirm' | 'card'; readonly url: string | null } | null;
  /** Identifies the card across customers; null when it is unknown. */
  readonly card_fingerprint: string | null;
}

/** Everything about a customer that decides about the plan, read at one time. */
export interface ProviderCustomer {
  readonly subscriptions: readonly ProviderSubscription[];
  readonly invoices: readonly Invoice[];
}

/** A checkout page of the provider. */
export interface ProviderCheckout {
  readonly id: string;
  readonly status: 'open' | 'complete' | 'expired';
  /** Null when it can no longer be opened. */
  readonly url: string | null;
}

/** What an event of the provider is about. It says that something changed, not what. */
export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  /** When it happened, ISO 8601. */
  readonly at: string;
  /** The object that changed. */
  readonly objectId: string;
  /** Null when the event does not name it. */
  readonly customerId: string | null;
}

/** A customer to create. Repeating it returns the same customer. */
interface NewCustomer {
  readonly user_id: string;
  readonly email: string;
  readonly name: string;
  /** The customer that it replaces, because the provider does not have that one any more. */
  readonly replaces: string | undefined;
}

/** A checkout to open. Repeating it with the same `id` returns the same checkout. */
export interface NewCheckout {
  readonly id: string;
  readonly user_id: string;
  readonly customer_id: string;
  readonly plan: PaidPlan;
  readonly trial_days: number | undefined;
  /** ISO 8601. At least 30 minutes ahead. */
  readonly until: string;
}

/** A page of the provider's portal. `change_plan` asks the user to confirm it. */
export type PortalPage =
  | { readonly page: 'home' }
  | { readonly page: 'update_card' }
  | { readonly page: 'cancel'; readonly subscription_id: string }
  | {
      readonly page: 'change_plan';
      readonly subscription_id: string;
      readonly item_id: string;
      readonly plan: PaidPlan;
    };

/**
 * The payment provider. Every method throws `ProviderUnreachable` when there is no response or no key, and
 * `ProviderRejected` when the provider rejects the call; `CustomerMissing` is one of these.
 */
export interface PaymentProvider {
  /** The customer of a user; creates it unless the same call did so before. */
  createCustomer(customer: NewCustomer): Promise<string>;
  /** Gives a customer another address, to which receipts and invoices are mailed. Can be repeated. */
  updateCustomer(customerId: string, fields: { readonly email: string }): Promise<void>;
  /** Undefined when there is no such customer any more. */
  readCustomer(customerId: string): Promise<ProviderCustomer | undefined>;
  openCheckout(checkout: NewCheckout): Promise<ProviderCheckout>;
  /** The customer that an object of the provider belongs to, by its id; undefined when it belongs to none. */
  customerOf(objectId: string): Promise<string | undefined>;
  /** One that does not exist any more is `expired`. */
  readCheckout(checkoutId: string): Promise<ProviderCheckout>;
  /** Ends an open checkout. No effect when it is complete or expired. */
  expireCheckout(checkoutId: string): Promise<void>;
  openPortal(customerId: string, page: PortalPage): Promise<string>;
  /** Ends a subscription at once. No effect when it has ended. */
  cancel(subscriptionId: string): Promise<void>;
  /** Removes a customer with their cards, and ends their subscriptions. No effect when there is no such customer. */
  deleteCustomer(customerId: string): Promise<void>;
  /** Events since a time (ISO 8601) that can change a plan, newest first. */
  listEvents(since: string): Promise<readonly ProviderEvent[]>;
}

/** The provider did not answer, or there are no keys. The same call may succeed later. */
export class ProviderUnreachable extends Error {
  /** The provider answered with an error of its own, so that the call has ended there. */
  readonly answered: boolean;

  constructor(message: string, options: ErrorOptions & { readonly answered?: boolean } = {}) {
    super(message, options);
    this.answered = options.answered ?? false;
    // The name that AWS uses for a transient error, so that events are delivered again.
    this.name = 'ServiceUnavailable';
  }
}

/** The provider rejected the call. Repeating it does not help. */
export class ProviderRejected extends Error {
  /** The provider's error code. */
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderRejected';
    this.code = code;
  }
}

/** The provider does not have the customer of the call any more. */
export class CustomerMissing extends ProviderRejected {}

/** The same call is already running. Its result can be read by repeating it. */
export class ProviderBusy extends Error {
  constructor(options?: ErrorOptions) {
    super('The same call is already running', options);
    this.name = 'ProviderBusy';
  }
}
