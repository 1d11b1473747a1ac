import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { ProviderUnreachable } from '../../domain/billing/provider.ts';
import type { BillingDeps, BillingStore } from '../../domain/billing/store.ts';
import { createParameters } from '../parameters.ts';
import type { StripeOptions } from './connection.ts';
import { createStripeProvider, type StripeProvider } from './provider.ts';
import { createStripeSettings, type StripeSettingsReader } from './settings.ts';

/** Environment of every function that changes plans. */
export interface BillingEnv {
  readonly STAGE: string;
  readonly STRIPE_PARAMETER: string;
  /** Only for functions that open pages of Stripe, which return to the site. */
  readonly SITE_URL_PARAMETER?: string;
  readonly GRACE_DAYS: string;
  readonly AUTOMATIC_TAX: string;
}

/** What every function that changes plans is made of. */
export interface BillingParts extends BillingDeps {
  readonly stripe: StripeProvider;
  readonly settings: Pick<StripeSettingsReader, 'read'>;
}

/** Milliseconds to wait at most before the second try. It doubles with each try, up to `LONGEST_PAUSE_MS`. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 400;

const pause = (tried: number): Promise<unknown> =>
  setTimeout(Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tried));

/** Composes the parts around a store. */
export const createBillingParts = (env: BillingEnv, store: BillingStore): BillingParts => {
  const parameters = createParameters();
  const settings = createStripeSettings(env.STRIPE_PARAMETER);
  const options: StripeOptions = {
    stage: env.STAGE,
    automaticTax: env.AUTOMATIC_TAX === 'true',
    settings,
    siteUrl: async () => {
      if (env.SITE_URL_PARAMETER === undefined) throw new Error('This function opens no pages of Stripe');
      return parameters.read(env.SITE_URL_PARAMETER);
    },
    now: Date.now,
  };
  return {
    store,
    graceDays: Number(env.GRACE_DAYS),
    hash: async (text) => {
      const stored = await settings.read();
      if (!stored) throw new ProviderUnreachable('There are no keys of Stripe');
      return createHmac('sha256', stored.trialKey).update(text).digest('hex');
    },
    now: Date.now,
    pause,
    stripe: createStripeProvider(options),
    settings,
  };
};
