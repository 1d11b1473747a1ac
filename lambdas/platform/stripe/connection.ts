import type Stripe from 'stripe';
import { paidPlans, type PaidPlan } from '../../contract/people/plans.ts';
import { lookupKeyOf, planOfPrice } from '../../domain/billing/prices.ts';
import { ProviderRejected, ProviderUnreachable } from '../../domain/billing/provider.ts';
import { createStripe, type CallLimits } from './client.ts';
import { asProvider } from './errors.ts';
import type { StripeSettings, StripeSettingsReader } from './settings.ts';

/** What a stage decides about payments. */
export interface StripeOptions {
  readonly stage: string;
  readonly automaticTax: boolean;
  readonly settings: StripeSettingsReader;
  /** Origin of the site, to which the pages of Stripe return. */
  readonly siteUrl: () => Promise<string>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const PRICES_TTL_MS = 5 * 60 * 1000;

/** The id of each plan's current price. */
type Prices = ReadonlyMap<PaidPlan, string>;

/** Keeps the client for the current settings, and the prices for five minutes. */
export const createConnection = ({ settings: reader, now }: Pick<StripeOptions, 'settings' | 'now'>) => {
  let client: { readonly settings: StripeSettings; readonly stripe: Stripe } | undefined;
  let prices: { readonly byPlan: Prices; readonly until: number } | undefined;

  const connect = async (): Promise<NonNullable<typeof client>> => {
    const settings = await reader.read();
    if (!settings) throw new ProviderUnreachable('There are no keys of Stripe');
    if (client?.settings !== settings) {
      client = { settings, stripe: createStripe(settings) };
      prices = undefined;
    }
    return client;
  };

  const readPrices = async (stripe: Stripe, limits: () => CallLimits): Promise<Prices> => {
    if (prices && prices.until > now()) return prices.byPlan;
    const { data } = await stripe.prices.list({ lookup_keys: paidPlans.map(lookupKeyOf), active: true }, limits());
    const byPlan = new Map(
      data.flatMap((price) => {
        const plan = planOfPrice(price);
        return plan === undefined ? [] : [[plan, price.id] as const];
      }),
    );
    prices = { byPlan, until: now() + PRICES_TTL_MS };
    return byPlan;
  };

  return {
    readPrices,

    /** The current price of a plan. Throws `ProviderRejected` when there is none. */
    async priceOf(stripe: Stripe, plan: PaidPlan, limits: () => CallLimits): Promise<string> {
      const price = (await readPrices(stripe, limits)).get(plan);
      if (price === undefined) throw new ProviderRejected(`Stripe has no price ${lookupKeyOf(plan)}`, undefined);
      return price;
    },

    /** Calls Stripe with the current settings. Throws the errors of a provider. */
    call: <T>(run: (stripe: Stripe, settings: StripeSettings) => Promise<T>): Promise<T> =>
      asProvider(async () => {
        const { stripe, settings } = await connect();
        return run(stripe, settings);
      }),
  };
};

export type StripeConnection = ReturnType<typeof createConnection>;

/** One request's connection, options and limits. */
export interface StripeContext {
  readonly connection: StripeConnection;
  readonly options: StripeOptions;
  readonly limits: () => CallLimits;
}
