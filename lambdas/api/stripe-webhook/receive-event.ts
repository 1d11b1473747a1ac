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

/** Milliseconds between two warnings of wrong signatures: anyone can send them. */
const WARN_EVERY_MS = 30_000;

/**
 * Publishes the ids of a signed event and answers, so that Stripe never waits for what follows. An event that changes
 * no plan is only acknowledged. When the signature is wrong, the secret may have been replaced: it is read again. A
 * signature that stays wrong is a warning, because a secret that is not Stripe's rejects every event.
 */
export const receiveEvent = ({ settings, events, logger, now }: WebhookDeps) => {
  let warnedAt = -Infinity;
  const warn = (): void => {
    if (now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = now();
    logger.warn('Signature of Stripe rejected');
  };
  const verify = async ({ body, headers }: RawRequest): Promise<boolean> => {
    const header = headers['stripe-signature'];
    if (header === undefined) return false;
    const stored = await settings.read();
    if (!stored) throw new AppError('billing_unavailable');
    const signed = { body, header, now: now() };
    if (isSignedBy(stored.webhookSecrets, signed)) return true;
    const reread = await settings.reread();
    const isValid = reread !== undefined && reread !== stored && isSignedBy(reread.webhookSecrets, signed);
    if (!isValid) warn();
    return isValid;
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
