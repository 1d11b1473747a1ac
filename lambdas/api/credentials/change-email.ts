import { endpoints } from '../../contract/index.ts';
import { checkCode, openRequest, useRequest } from '../../domain/accounts/code-request.ts';
import { AppError } from '../../domain/app-error.ts';
import { addressHash, guardRate, mailsPerAddress } from '../../domain/limits/rate-limit.ts';
import { route } from '../../http/route.ts';
import { toMe } from '../to-me.ts';
import type { CredentialsDeps } from './deps.ts';

/**
 * Changes the address of the signed-in user in the user pool, then in the profile with its search key, and notifies the
 * previous address. If the last steps fail, requesting the same address again completes them.
 */
export const changeEmail = (deps: CredentialsDeps) =>
  route(endpoints['credentials.change-email'], async ({ actor, body: { code } }) => {
    const { userId } = actor;
    const request = await checkCode(deps, { purpose: 'address', subject: userId }, code);
    const account = await deps.pool.find(userId);
    if (!account) throw new AppError('token_invalid');
    const moves = account.email.toLowerCase() !== request.email;
    // Before the code is used up: the notification counts as an email to the previous address.
    if (moves) await guardRate(deps.counters, mailsPerAddress, addressHash(account.email), deps.now());
    await useRequest(deps, request);
    if (!(await deps.pool.setEmail(account, request.email))) throw new AppError('email_exists');
    const profile = await deps.profiles.changeEmail(userId, request.email);
    if (moves) await openRequest(deps, { purpose: 'address-changed', subject: userId, email: account.email });
    if (!profile) throw new AppError('user_not_found');
    return { status: 200, body: toMe(profile, actor) };
  });
