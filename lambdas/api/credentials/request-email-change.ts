import { endpoints } from '../../contract/index.ts';
import { requestCode } from '../../domain/accounts/code-request.ts';
import { guardRate, mailsPerAccount } from '../../domain/limits/rate-limit.ts';
import { route } from '../../http/route.ts';
import type { CredentialsDeps } from './deps.ts';

/** Requests a code for a new address of the signed-in user, who cannot learn whether another account has it. */
export const requestEmailChange = (deps: CredentialsDeps) =>
  route(endpoints['credentials.request-email-change'], async ({ actor: { userId }, body: { email } }) => {
    await guardRate(deps.counters, mailsPerAccount, userId, deps.now());
    await requestCode(deps, { purpose: 'address', subject: userId, email, user_id: userId });
    return { status: 202 };
  });
