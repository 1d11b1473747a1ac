import { endpoints } from '../../contract/index.ts';
import { acceptCode } from '../../domain/accounts/code-request.ts';
import { NO_NAME } from '../../domain/accounts/profile.ts';
import { AppError } from '../../domain/app-error.ts';
import { addressHash } from '../../domain/limits/rate-limit.ts';
import { route } from '../../http/route.ts';
import type { UsernameDeps } from './deps.ts';

/**
 * Returns the username of an email address, in exchange for the code that was sent there. The error is the same for a
 * wrong, expired, used or too often guessed code and for an address without an account.
 */
export const getUsername = (deps: UsernameDeps) =>
  route(endpoints['username.get-username'], async ({ body: { email, code } }) => {
    const request = await acceptCode(deps, { purpose: 'username', subject: addressHash(email) }, code);
    if (request.user_id === undefined) throw new AppError('code_rejected');
    const profile = await deps.profiles.get(request.user_id);
    return { status: 200, body: { username: profile?.full_name || NO_NAME } };
  });
