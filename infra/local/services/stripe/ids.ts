import { randomBytes } from 'node:crypto';

/** The version of the API that the SDK pins. */
export const API_VERSION = '2026-10-28.endive';

/** A new ID with a prefix, e.g. `cus`. */
export const newId = (prefix: string): string =>
  `${prefix}_${randomBytes(12).toString('base64url').replaceAll(/[-_]/g, 'x')}`;

/** A new secret of a webhook endpoint. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(24).toString('hex')}`;
