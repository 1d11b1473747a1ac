import { createHmac, hkdfSync } from 'node:crypto';

/** Bytes of the key of a purpose. */
const KEY_BYTES = 32;

/**
 * Hash of a text under a key for one purpose, derived from the stage's secret key (base64). There are few enough
 * addresses and names to hash all of them, so a hash without a key would reveal the text. Upper and lower case count as
 * the same.
 */
export const keyedName = (secret: string, purpose: string, text: string): string => {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64'), '', purpose, KEY_BYTES));
  return createHmac('sha256', key).update(text.trim().toLowerCase()).digest('hex');
};
