import Stripe from 'stripe';
import { webhookEndpoints } from '../../lambdas/contract/webhook-endpoints.ts';
import { STAGE_METADATA } from '../../lambdas/domain/billing/prices.ts';
import { handledEvents } from '../../lambdas/domain/billing/stripe-events.ts';
import type { StripeSettings } from '../../lambdas/platform/stripe/settings.ts';
import { OperatorError } from '../operator.ts';
import type { Report } from './catalog.ts';

/** A stage, and where its site is. */
export interface Place {
  readonly stage: string;
  readonly site: string;
}

/** The part of the settings that belongs to the webhook. */
type Webhook = Pick<StripeSettings, 'webhookEndpoint' | 'webhookSecrets'>;

const urlOf = ({ site }: Place): string => `${site}${webhookEndpoints['stripe-webhook.receive-event'].path}`;

/** The endpoints of a stage, also those of an earlier address of its site. */
const listEndpoints = async (stripe: Stripe, place: Place): Promise<readonly Stripe.WebhookEndpoint[]> => {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  return data.filter(({ metadata }) => metadata[STAGE_METADATA] === place.stage);
};

const createEndpoint = async (stripe: Stripe, place: Place) => {
  const { id, secret } = await stripe.webhookEndpoints.create({
    url: urlOf(place),
    enabled_events: [...handledEvents],
    metadata: { [STAGE_METADATA]: place.stage },
    // The version that the functions' client speaks, instead of the default of the account, which can change.
    api_version: Stripe.API_VERSION,
  });
  if (secret === undefined) throw new OperatorError(`Stripe returned no secret for the webhook endpoint ${id}.`);
  return { id, secret };
};

/**
 * Creates or updates the webhook endpoint. Stripe shows a secret only once, so an endpoint whose secret is not stored
 * is replaced.
 */
export const ensureWebhook = async (
  stripe: Stripe,
  place: Place,
  { webhookEndpoint, webhookSecrets }: Webhook,
  report: Report,
): Promise<Webhook> => {
  const endpoints = await listEndpoints(stripe, place);
  const known = endpoints.find(({ id }) => id === webhookEndpoint);
  if (known && webhookSecrets.length > 0) {
    await stripe.webhookEndpoints.update(known.id, {
      url: urlOf(place),
      enabled_events: [...handledEvents],
      disabled: false,
    });
    // Except during a rotation, another endpoint comes from a run that was aborted.
    const others = webhookSecrets.length === 1 ? endpoints.filter(({ id }) => id !== known.id) : [];
    for (const { id } of others) await stripe.webhookEndpoints.del(id);
    return { webhookEndpoint: known.id, webhookSecrets };
  }
  const { id, secret } = await createEndpoint(stripe, place);
  for (const { id: old } of endpoints) await stripe.webhookEndpoints.del(old);
  report(`Webhook endpoint ${urlOf(place)} created`);
  return { webhookEndpoint: id, webhookSecrets: [secret] };
};

/**
 * Begins the rotation of the webhook's secret: a second endpoint with the same address sends every event with a secret
 * of its own, while the first continues. Both are accepted, and an event that arrives twice has the same effect as one.
 */
export const beginRotation = async (
  stripe: Stripe,
  place: Place,
  { webhookEndpoint, webhookSecrets }: Webhook,
): Promise<Webhook> => {
  const [current] = webhookSecrets;
  if (current === undefined || webhookEndpoint === undefined)
    throw new OperatorError('There is no webhook endpoint yet. Run setup first.');
  if (webhookSecrets.length > 1)
    throw new OperatorError('A rotation is running. Finish it with: rotate-webhook-secret --finish');
  const { id, secret } = await createEndpoint(stripe, place);
  return { webhookEndpoint: id, webhookSecrets: [secret, current] };
};

/**
 * Ends a rotation: deletes the first endpoint and forgets its secret. Throws while events wait for the first endpoint
 * that happened before there was a second one, because Stripe would not deliver them any more.
 */
export const finishRotation = async (
  stripe: Stripe,
  place: Place,
  { webhookEndpoint, webhookSecrets }: Webhook,
): Promise<Webhook> => {
  const [current] = webhookSecrets;
  const endpoints = await listEndpoints(stripe, place);
  const second = endpoints.find(({ id }) => id === webhookEndpoint);
  if (current === undefined || !second || webhookSecrets.length < 2)
    throw new OperatorError('No rotation is running. Begin one with: rotate-webhook-secret');
  const waiting = await stripe.events.list({
    created: { lte: second.created },
    delivery_success: false,
    types: [...handledEvents],
    limit: 1,
  });
  if (waiting.data.length > 0)
    throw new OperatorError('Events from before the rotation are not delivered yet. Try again later.');
  for (const { id } of endpoints) if (id !== second.id) await stripe.webhookEndpoints.del(id);
  return { webhookEndpoint: second.id, webhookSecrets: [current] };
};
