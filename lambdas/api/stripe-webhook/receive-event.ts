import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { readStripeEvent } from '../../domain/billing/stripe-events.ts';
import { signedRoute, type RawRequest } from '../../http/route.ts';
import { isSignedBy } from '../../platform/stripe/webhook.ts';
import type { WebhookDeps } from './deps.ts';

const parse = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
};

/**
 * Publishes the ids of a signed event and answers, so that Stripe never waits for what follows. An event that changes
 * no plan is only acknowledged. When the signature is wrong, the secret may have been replaced: it is read again.
 */
export const receiveEvent = ({ settings, events, logger, now }: WebhookDeps) => {
  const verify = async ({ body, headers }: RawRequest): Promise<boolean> => {
    const header = headers['stripe-signature'];
    if (header === undefined) return false;
    const stored = await settings.read();
    if (!stored) throw new AppError('billing_unavailable');
    const signed = { body, header, now: now() };
    if (isSignedBy(stored.webhookSecrets, signed)) return true;
    const reread = await settings.reread();
    return reread !== undefined && reread !== stored && isSignedBy(reread.webhookSecrets, signed);
  };
  return signedRoute(endpoints['stripe-webhook.receive-event'], verify, async ({ raw }) => {
    const event = readStripeEvent(parse(raw.body));
    if (event) {
      const { id: eventId, type, at, objectId, customerId } = event;
      await events.publish('StripeEventReceived.v1', { eventId, type, at, objectId, customerId });
      logger.info('Event of Stripe published', { eventId, type });
    }
    return { status: 200, body: { received: true as const } };
  });
};
