import { endpoints } from '../../contract/index.ts';
import { requestCode } from '../../domain/accounts/code-request.ts';
import { addressHash } from '../../domain/limits/rate-limit.ts';
import { route } from '../../http/route.ts';
import type { CredentialsDeps } from './deps.ts';

/**
 * Requests the code that creates an account; repeating the call sends a new one. No account and no password exists
 * before the code proves the address: so no one can prepare an account with their own password for someone else's
 * address, and a stranger's address is forgotten in minutes.
 */
export const requestSignUp = (deps: CredentialsDeps) =>
  route(endpoints['credentials.request-sign-up'], async ({ body: { email } }) => {
    await requestCode(deps, { purpose: 'sign-up', subject: addressHash(email), email });
    return { status: 202 };
  });
