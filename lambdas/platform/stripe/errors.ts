import Stripe from 'stripe';
import { CustomerMissing, ProviderBusy, ProviderRejected, ProviderUnreachable } from '../../domain/billing/provider.ts';

/** Stripe's code for an object that does not exist. */
const MISSING = 'resource_missing';

/** An error of the SDK as one of the provider. Its message contains no key. */
const providerError = (error: unknown): unknown => {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { code, param, statusCode } = error;
  if (code === 'idempotency_key_in_use') return new ProviderBusy({ cause: error });
  if (statusCode === undefined) return new ProviderUnreachable('Stripe did not answer', { cause: error });
  if (statusCode >= 500) return new ProviderUnreachable('Stripe failed', { cause: error, answered: true });
  // A wrong key is not the caller's fault either, and can be replaced.
  if (statusCode === 429 || statusCode === 401 || statusCode === 403)
    return new ProviderUnreachable(`Stripe rejected the call: ${code ?? error.type}`, { cause: error, answered: true });
  const Rejected = code === MISSING && param === 'customer' ? CustomerMissing : ProviderRejected;
  return new Rejected(`Stripe rejected the call: ${code ?? error.type}`, code, { cause: error });
};

/** Whether the call failed because what it names does not exist. */
export const isMissing = (error: unknown): boolean => error instanceof ProviderRejected && error.code === MISSING;

/** Runs a call of the SDK, and throws its errors as those of the provider. */
export const asProvider = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    throw providerError(error);
  }
};

/** The same for a call whose rejection means that there is nothing left to do. */
export const unlessRejected = async (call: () => Promise<unknown>): Promise<void> => {
  try {
    await asProvider(call);
  } catch (error) {
    if (!(error instanceof ProviderRejected)) throw error;
  }
};
