import { endpoints } from '../../contract/index.ts';
import { acceptCode } from '../../domain/accounts/code-request.ts';
import { AppError } from '../../domain/app-error.ts';
import { addressHash } from '../../domain/limits/rate-limit.ts';
import { route } from '../../http/route.ts';
import type { CredentialsDeps } from './deps.ts';
import { recordAccount } from './record-account.ts';
import { requireStrong } from './require-strong.ts';

/**
 * Sets a new password for the account that the code was sent to, and ends its sign-ins. Invited users, whose temporary
 * password may have expired, choose their password this way too.
 */
export const resetPassword = (deps: CredentialsDeps) =>
  route(endpoints['credentials.reset-password'], async ({ body: { email, code, password } }) => {
    requireStrong(password);
    const request = await acceptCode(deps, { purpose: 'reset', subject: addressHash(email) }, code);
    const account = await deps.findAccount(request.email);
    // The address may have moved to another account, or the account may have been disabled since.
    if (!account?.enabled || account.userId !== request.user_id) throw new AppError('code_rejected');
    await recordAccount(deps, account, '');
    await deps.pool.setPassword(account, password);
    await deps.pool.signOut(account);
    await deps.sessions.endAll(account.userId, deps.now());
    return { status: 204 };
  });
