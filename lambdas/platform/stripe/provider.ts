import type { PaymentProvider } from '../../domain/billing/provider.ts';
import { createCallLimits } from './client.ts';
import { createConnection, type StripeOptions } from './connection.ts';
import { createPages } from './pages.ts';
import { createReads } from './reads.ts';

/**
 * Stripe as the payment provider. A function keeps one, and starts each request with `within`: the calls of the request
 * together take at most this many milliseconds.
 */
export const createStripeProvider = (options: StripeOptions) => {
  const connection = createConnection(options);
  return {
    within: (budgetMs: number): PaymentProvider => {
      const context = { connection, options, limits: createCallLimits(budgetMs, options.now) };
      return { ...createReads(context), ...createPages(context) };
    },
  };
};

export type StripeProvider = ReturnType<typeof createStripeProvider>;
