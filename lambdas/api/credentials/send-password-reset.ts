import { endpoints } from '../../contract/index.ts';
import { requestCode } from '../../domain/accounts/code-request.ts';
import { AppError } from '../../domain/app-error.ts';
import { addressHash } from '../../domain/limits/rate-limit.ts';
import { route } from '../../http/route.ts';
import type { CredentialsDeps } from './deps.ts';

/**
 * Requests the code of a password reset for a user, as the user could; audited in the same write. Unlike the public
 * request, it says why a user gets no email.
 */
export const sendPasswordReset = (deps: CredentialsDeps) =>
  route(endpoints['credentials.send-password-reset'], async ({ actor, params: { id }, requestId }) => {
    const [profile, rights] = await Promise.all([deps.profiles.get(id), deps.rights.read(id)]);
    if (!profile) throw new AppError('user_not_found');
    if (profile.email === '') throw new AppError('invalid_state', "This user's email address is not known.");
    if (rights?.disabled) throw new AppError('invalid_state', 'This account is disabled. Enable it first.');
    const act = {
      actor,
      requestId,
      action: 'user.password-reset-requested',
      targetId: id,
      before: null,
      after: null,
    } as const;
    await requestCode(
      { ...deps, requests: { create: (request) => deps.requests.create(request, act) } },
      { purpose: 'reset', subject: addressHash(profile.email), email: profile.email },
    );
    return { status: 202 };
  });
