import { createHmac } from 'node:crypto';
import type { RawPart } from '../api.ts';

/** Secrets of the services that send webhooks. */
export interface WebhookSecrets {
  readonly stripe: string;
}

/**
 * An event that changes no plan, so that it can be received any number of times. Its spaces and its letter outside of
 * ASCII do not survive if anything parses the body before its signature is verified.
 */
const EVENT = Buffer.from('{ "id": "evt_row",  "object": "event", "type": "product.updated", "note": "Ä" }');

/** An event with Stripe's signature of now; `sent` are the bytes that are sent instead of the signed ones. */
const signedByStripe = (secret: string, sent = EVENT): RawPart => {
  const seconds = Math.floor(Date.now() / 1000);
  const mac = createHmac('sha256', secret).update(`${seconds}.`).update(EVENT).digest('hex');
  return {
    bytes: sent,
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${mac}` },
  };
};

/**
 * Calls of webhooks. Their variant `signed` is allowed for every caller, and all others are denied: `success` is
 * what they would get if nothing verified signatures.
 */
export const webhookRows = ({ stripe }: WebhookSecrets) => ({
  'stripe-webhook.receive-event': [
    { input: {}, success: 200 },
    { variant: 'signed', input: { raw: () => signedByStripe(stripe) }, success: 200 },
    {
      variant: 'changed after it was signed',
      input: { raw: () => signedByStripe(stripe, Buffer.from(JSON.stringify(JSON.parse(EVENT.toString())))) },
      success: 200,
    },
  ] as const,
});
