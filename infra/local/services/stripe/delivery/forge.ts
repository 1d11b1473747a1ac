import type { StripeAccount } from '../account.ts';
import { newWebhookSecret } from '../ids.ts';
import type { DeliveryAttempt } from '../state.ts';
import type { StripeEvent, WebhookEndpoint } from '../types.ts';
import type { Deliveries } from './deliveries.ts';
import { signatureHeader, validSecrets } from './signature.ts';

/** Ways to forge an event. An endpoint must answer each with 401. */
export const FORGERIES = ['foreign-secret', 'changed-body', 'old', 'unsigned', 'v0-only', 'garbage'] as const;
export type Forgery = (typeof FORGERIES)[number];

/** Older than the tolerance of the SDK, which is 300 seconds. */
const OLD_SECONDS = 3600;

/** The body and header of a forged event. */
const forgeryOf = (
  forgery: Forgery,
  body: string,
  secrets: readonly string[],
  seconds: number,
): { readonly body: string; readonly signature: string } => {
  switch (forgery) {
    case 'foreign-secret':
      return { body, signature: signatureHeader(body, [newWebhookSecret()], seconds) };
    case 'changed-body':
      return { body: body.replace('"object"', '"Object"'), signature: signatureHeader(body, secrets, seconds) };
    case 'old':
      return { body, signature: signatureHeader(body, secrets, seconds - OLD_SECONDS) };
    case 'v0-only':
      return { body, signature: signatureHeader(body, secrets, seconds, 'v0') };
    case 'unsigned':
      return { body, signature: '' };
    case 'garbage':
      return { body, signature: 't=now,v1=%00' };
  }
};

/** Sends a forged copy of an event to every endpoint. Returns their responses. */
export const sendForgery = (
  account: StripeAccount,
  deliveries: Pick<Deliveries, 'sendRaw'>,
  { event, forgery, now }: { readonly event: StripeEvent; readonly forgery: Forgery; readonly now: number },
): Promise<readonly DeliveryAttempt[]> => {
  const body = JSON.stringify(event, null, 2);
  return Promise.all(
    account.list<WebhookEndpoint>('webhook_endpoint').map((endpoint) => {
      const secrets = account.state.secrets.get(endpoint.id);
      const forged = forgeryOf(forgery, body, secrets ? validSecrets(secrets, now) : [], Math.floor(now / 1000));
      return deliveries.sendRaw(endpoint, forged.body, forged.signature);
    }),
  );
};
