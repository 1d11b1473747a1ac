import { ParameterNotFound } from '@aws-sdk/client-ssm';
import * as z from 'zod/mini';
import { createParameters, type Parameters } from '../parameters.ts';

/** What an operator stores with `npm run billing`, in one SecureString. */
export const StripeSettings = z.object({
  /** A restricted key with the permissions that the runbook lists. */
  apiKey: z.string().check(z.minLength(1)),
  /** Secrets of the webhook endpoint: the current one, and during a rotation the one before. */
  webhookSecrets: z.array(z.string().check(z.minLength(1))),
  /** Key of the hashes of addresses and cards. It never changes: the hashes of earlier trials depend on it. */
  trialKey: z.string().check(z.minLength(32)),
  /** Id of the webhook endpoint whose secret is the current one. */
  webhookEndpoint: z.optional(z.string()),
  /** Configuration of the customer portal; without it, the account's default. */
  portalConfiguration: z.optional(z.string()),
  /** Origin of the API. @default Stripe's */
  baseUrl: z.optional(z.url()),
});
export type StripeSettings = z.infer<typeof StripeSettings>;

/** Milliseconds for which settings are used before they are read again. */
const TTL_MS = 5 * 60 * 1000;
/** Missing ones are looked for more often, so that buying starts soon after an operator stores them. */
const MISSING_TTL_MS = 30 * 1000;
/** Wrong signatures read the settings again at most this often. */
const REREAD_MS = 30 * 1000;

/** Reads the settings of Stripe. */
export interface StripeSettingsReader {
  /** Undefined while an operator has stored none: nothing can be bought. */
  read(): Promise<StripeSettings | undefined>;
  /** Reads them again if that has not happened lately: the webhook's secret may have changed. */
  reread(): Promise<StripeSettings | undefined>;
}

/** The settings in an SSM parameter, kept for five minutes. */
export const createStripeSettings = (
  parameter: string,
  options: { readonly parameters?: Parameters; readonly now?: () => number } = {},
): StripeSettingsReader => {
  const parameters = options.parameters ?? createParameters({ ttlMs: 0 });
  const now = options.now ?? Date.now;
  let kept: { readonly settings: StripeSettings | undefined; readonly at: number } | undefined;

  const load = async (): Promise<StripeSettings | undefined> => {
    const settings = await parameters.read(parameter).then(
      (text) => StripeSettings.parse(JSON.parse(text)),
      (error: unknown) => {
        if (error instanceof ParameterNotFound) return undefined;
        throw error;
      },
    );
    kept = { settings, at: now() };
    return settings;
  };

  return {
    async read() {
      const ttl = kept?.settings ? TTL_MS : MISSING_TTL_MS;
      return kept && now() - kept.at < ttl ? kept.settings : load();
    },
    async reread() {
      return kept && now() - kept.at < REREAD_MS ? kept.settings : load();
    },
  };
};
