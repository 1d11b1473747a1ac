import { endpoints } from '../../contract/index.ts';
import { acceptCode } from '../../domain/accounts/code-request.ts';
import { AppError } from '../../domain/app-error.ts';
import { addressHash } from '../../domain/limits/rate-limit.ts';
import { route } from '../../http/route.ts';
import type { CredentialsDeps } from './deps.ts';
import { recordAccount } from './record-account.ts';
import { requireStrong } from './require-strong.ts';

/**
 * Creates the account of an address that a code has proven. The password comes with the code: it is passed on to the
 * user pool and stored nowhere else. If a step fails, a password reset completes the account.
 */
export const confirmSignUp = (deps: CredentialsDeps) =>
  route(endpoints['credentials.confirm-sign-up'], async ({ body: { email, code, password, full_name: name } }) => {
    requireStrong(password);
    const request = await acceptCode(deps, { purpose: 'sign-up', subject: addressHash(email) }, code);
    const account = await deps.pool.create(request.email);
    // Only the address's owner learns this: they got the code before the other account existed.
    if (!account) throw new AppError('email_exists');
    await recordAccount(deps, account, name);
    await deps.pool.setPassword(account, password);
    return { status: 204 };
  });
