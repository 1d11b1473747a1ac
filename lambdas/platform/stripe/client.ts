import Stripe from 'stripe';
import { ProviderUnreachable } from '../../domain/billing/provider.ts';
import type { StripeSettings } from './settings.ts';

/** Options of one call. */
export interface CallLimits {
  readonly timeout: number;
  readonly maxNetworkRetries: number;
}

/** Milliseconds that the SDK waits before its retry, at most. */
const RETRY_PAUSE_MS = 600;
const MAX_TIMEOUT_MS = 4000;
/** A call that has less time than this is not made. */
const MIN_TIMEOUT_MS = 250;

/** A Stripe client for these settings. */
export const createStripe = ({ apiKey, baseUrl }: Pick<StripeSettings, 'apiKey' | 'baseUrl'>): Stripe => {
  const base = baseUrl === undefined ? undefined : new URL(baseUrl);
  return new Stripe(apiKey, {
    telemetry: false,
    ...(base
      ? {
          host: base.hostname,
          protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const),
          port: base.port || (base.protocol === 'http:' ? 80 : 443),
        }
      : {}),
  });
};

/**
 * Limits the calls of one request, all together, to `budgetMs`. Each returned call has time for one retry. Throws
 * `ProviderUnreachable` when the time is over.
 */
export const createCallLimits = (budgetMs: number, now: () => number): (() => CallLimits) => {
  const end = now() + budgetMs;
  return () => {
    const timeout = Math.min(MAX_TIMEOUT_MS, (end - now() - RETRY_PAUSE_MS) / 2);
    if (timeout < MIN_TIMEOUT_MS) throw new ProviderUnreachable('Stripe was too slow');
    return { timeout: Math.floor(timeout), maxNetworkRetries: 1 };
  };
};
