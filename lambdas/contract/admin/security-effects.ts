import type { ResponseAction } from './security-rules.ts';

/** Seconds for which an action lasts; null for one that is over at once. */
export const RESPONSE_SECONDS = {
  rate_limit: 60 * 60,
  force_mfa: 24 * 60 * 60,
  session_lockout: 60 * 60,
  admin_notification: null,
} as const satisfies Readonly<Record<ResponseAction, number | null>>;

/** Calls a minute of a user with `rate_limit`: enough to read one's account, far too few to copy a catalog. */
export const LIMITED_CALLS_A_MINUTE = 30;
