import type { PaymentProvider } from '../../domain/billing/provider.ts';
import type { BillingRecord } from '../../domain/billing/record.ts';
import type { EraseState } from '../../domain/privacy/data-request.ts';
import type { EraseContext, EraseDeps } from './deps.ts';

/** Milliseconds that Stripe may take for one account. */
export const STRIPE_BUDGET_MS = 40_000;

/** What can cost a user money. */
type Payments = Pick<EraseState, 'customer_ids' | 'checkout_id'>;

/** The customers of a billing record, and its checkout, which may still be open. */
export const paymentsOf = (record: BillingRecord | undefined): Payments => {
  const checkout = record?.checkout?.session_id;
  return {
    customer_ids: [record?.customer_id, record?.lost_customer_id].filter((id) => id !== undefined),
    ...(checkout === undefined ? {} : { checkout_id: checkout }),
  };
};

/** Ends an open checkout first, so that it cannot be paid meanwhile, then the subscriptions. */
export const endCharges = async (
  provider: PaymentProvider,
  { checkout_id: checkoutId, customer_ids: customerIds }: Payments,
): Promise<void> => {
  if (checkoutId !== undefined) await provider.expireCheckout(checkoutId);
  for (const customerId of customerIds) {
    const customer = await provider.readCustomer(customerId);
    for (const { id, status } of customer?.subscriptions ?? [])
      if (status !== 'canceled' && status !== 'incomplete_expired') await provider.cancel(id);
  }
};

/**
 * Ends what could still cost money, then removes the customers with their cards. Without a customer there is nothing to
 * ask Stripe about.
 */
export const endPayments = async (
  { stripe }: Pick<EraseDeps, 'stripe'>,
  { state }: Pick<EraseContext, 'state'>,
): Promise<void> => {
  if (state.customer_ids.length === 0) return;
  const provider = stripe.within(STRIPE_BUDGET_MS);
  await endCharges(provider, state);
  for (const customerId of state.customer_ids) await provider.deleteCustomer(customerId);
};
