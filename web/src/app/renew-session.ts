import { createApiClient } from '../lib/api/api-client.ts';
import { ApiError } from '../lib/api/api-error.ts';
import type { RenewSession } from '../lib/auth/reauthentication.ts';

/** Milliseconds that confirming waits for the server. */
const RENEW_WITHIN_MS = 10_000;

/** Moves the session to new tokens, which are not stored yet. */
export const renewSession: RenewSession = async (token, previous) => {
  const api = createApiClient({ accessToken: async () => token, onSessionLost: () => undefined });
  try {
    const signal = AbortSignal.timeout(RENEW_WITHIN_MS);
    await api.call('sessions.renew-session', { body: { previous } }, { signal });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'session_not_found')) throw error;
  }
};
