import type Stripe from 'stripe';
import { createStripe } from '../../lambdas/platform/stripe/client.ts';
import type { StripeSettings } from '../../lambdas/platform/stripe/settings.ts';
import { OperatorError } from '../operator.ts';
import { ensureCatalog, type Report } from './catalog.ts';
import { ensurePortal } from './portal.ts';
import type { SettingsStore } from './settings-store.ts';
import { beginRotation, ensureWebhook, finishRotation, type Place } from './webhook.ts';

/** What the commands need. */
export interface BillingTools {
  readonly place: Place;
  readonly settings: SettingsStore;
  readonly report: Report;
  /** A key with more permissions, for this command only. @default the stored one */
  readonly setupKey?: string | undefined;
}

/** A key of Stripe for a server: a secret one, or a restricted one. */
const KEY = /^(sk|rk)_(test|live)_[A-Za-z0-9_]+$/;

/** Throws unless a text is a key for servers. A publishable key cannot read anything. */
const assertKey = (key: string): void => {
  if (!KEY.test(key)) throw new OperatorError('That is not a secret or restricted key of Stripe (sk_… or rk_…).');
};

/** Stores the key with which the functions call Stripe. `baseUrl` names another server than Stripe's. */
export const storeKeys = async (
  { settings, report }: BillingTools,
  { apiKey, baseUrl }: Pick<StripeSettings, 'apiKey' | 'baseUrl'>,
): Promise<void> => {
  assertKey(apiKey);
  await settings.change({ apiKey, ...(baseUrl === undefined ? {} : { baseUrl }) });
  report('Key stored');
};

const connect = async ({ settings, setupKey }: BillingTools): Promise<{ stripe: Stripe; stored: StripeSettings }> => {
  const stored = await settings.read();
  if (!stored) throw new OperatorError('There is no key of Stripe yet. Store one with: keys');
  if (setupKey !== undefined) assertKey(setupKey);
  return { stripe: createStripe({ ...stored, apiKey: setupKey ?? stored.apiKey }), stored };
};

/**
 * Creates or updates what Stripe must have: products, prices, the portal's configuration and the webhook endpoint.
 * Repeating it changes nothing.
 */
export const setUp = async (tools: BillingTools): Promise<void> => {
  const { stripe, stored } = await connect(tools);
  const { place, report } = tools;
  const sold = await ensureCatalog(stripe, report);
  const portalConfiguration = await ensurePortal(stripe, { ...place, sold }, report);
  const webhook = await ensureWebhook(stripe, place, stored, report);
  await tools.settings.change({ portalConfiguration, ...webhook });
  report('Stripe is set up');
};

/** Begins or finishes the rotation of the webhook's secret. */
export const rotateWebhookSecret = async (tools: BillingTools, { finish }: { finish: boolean }): Promise<void> => {
  const { stripe, stored } = await connect(tools);
  await tools.settings.change(await (finish ? finishRotation : beginRotation)(stripe, tools.place, stored));
  tools.report(
    finish
      ? 'Rotation finished: only the new secret is accepted'
      : 'Both secrets are accepted. In an hour, finish with: rotate-webhook-secret --finish',
  );
};
