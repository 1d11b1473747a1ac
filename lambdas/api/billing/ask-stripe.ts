import { AppError } from '../../domain/app-error.ts';
import {
  ProviderBusy,
  ProviderRejected,
  ProviderUnreachable,
  type PaymentProvider,
} from '../../domain/billing/provider.ts';
import type { BillingParts } from '../../platform/stripe/billing-parts.ts';

/**
 * Milliseconds that the calls of one request to Stripe may take together, so that a user gets a response within 8 s
 * even when Stripe sends none.
 */
const BUDGET_MS = 7000;

/** Runs a use case that asks Stripe. Its failures become errors for the caller. */
export const askStripe = async <T>(
  { stripe }: Pick<BillingParts, 'stripe'>,
  run: (provider: PaymentProvider) => Promise<T>,
): Promise<T> => {
  try {
    return await run(stripe.within(BUDGET_MS));
  } catch (error) {
    if (error instanceof ProviderBusy) throw new AppError('checkout_in_progress');
    if (error instanceof ProviderUnreachable || error instanceof ProviderRejected)
      throw Object.assign(new AppError('billing_unavailable'), { cause: error });
    throw error;
  }
};
