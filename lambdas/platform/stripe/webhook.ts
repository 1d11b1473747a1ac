import Stripe from 'stripe';

/** Seconds that an event may be old when it arrives, as Stripe recommends. It may also be that far ahead. */
const TOLERANCE_SECONDS = 300;

/** The SDK needs a client to verify signatures; no call is made with it. */
const { webhooks } = new Stripe('sk_test_unused', { telemetry: false });

/** Seconds since 1970 at which an event was signed, by its header. */
const signedAt = (header: string): number => Number(/(?:^|,)t=(\d+)(?:,|$)/.exec(header)?.[1] ?? Number.NaN);

/**
 * Whether one of the secrets signed the exact bytes of a body within the last five minutes. The SDK accepts any time in
 * the future, so that is checked here. `now` is in milliseconds.
 */
export const isSignedBy = (
  secrets: readonly string[],
  { body, header, now }: { readonly body: Uint8Array; readonly header: string; readonly now: number },
): boolean => {
  if (!(signedAt(header) * 1000 <= now + TOLERANCE_SECONDS * 1000)) return false;
  return secrets.some((secret) => {
    try {
      return webhooks.signature?.verifyHeader(body, header, secret, TOLERANCE_SECONDS, undefined, now) === true;
    } catch {
      return false;
    }
  });
};
