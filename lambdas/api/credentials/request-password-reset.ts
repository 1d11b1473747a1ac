import { endpoints } from '../../contract/index.ts';
import { requestCode } from '../../domain/accounts/code-request.ts';
import { addressHash } from '../../domain/limits/rate-limit.ts';
import { route } from '../../http/route.ts';
import type { CredentialsDeps } from './deps.ts';

/** Requests the code that sets a new password. The steps are the same for every address. */
export const requestPasswordReset = (deps: CredentialsDeps) =>
  route(endpoints['credentials.request-password-reset'], async ({ body: { email } }) => {
    await requestCode(deps, { purpose: 'reset', subject: addressHash(email), email });
    return { status: 202 };
  });
