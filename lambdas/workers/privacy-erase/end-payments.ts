import type { EraseContext, EraseDeps } from './deps.ts';

/** Milliseconds that Stripe may take for one account. */
const BUDGET_MS = 40_000;

/**
 * Ends what could still cost money, then removes the customers with their cards. An open checkout ends first, so that
 * it cannot be paid meanwhile. Without a customer there is nothing to ask Stripe about.
 */
export const endPayments = async (
  { stripe }: Pick<EraseDeps, 'stripe'>,
  { state: { checkout_id: checkoutId, customer_ids: customerIds } }: EraseContext,
): Promise<void> => {
  if (customerIds.length === 0) return;
  const provider = stripe.within(BUDGET_MS);
  if (checkoutId !== undefined) await provider.expireCheckout(checkoutId);
  for (const customerId of customerIds) {
    const customer = await provider.readCustomer(customerId);
    for (const { id, status } of customer?.subscriptions ?? [])
      if (status !== 'canceled' && status !== 'incomplete_expired') await provider.cancel(id);
    await provider.deleteCustomer(customerId);
  }
};
