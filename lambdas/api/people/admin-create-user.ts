import { endpoints } from '../../contract/index.ts';
import { passwordAdvice } from '../../contract/people/password-policy.ts';
import { AppError } from '../../domain/app-error.ts';
import { isTestRole, rightsOfNew } from '../../domain/people/people.ts';
import { route } from '../../http/route.ts';
import { createAccount } from './create-account.ts';
import type { PeopleDeps } from './deps.ts';

/**
 * Creates an account with profile, rights and a temporary password. Repeating the call after a failure completes the
 * account.
 */
export const adminCreateUser = (deps: PeopleDeps) =>
  route(endpoints['people.admin-create-user'], async ({ actor, body: { role, ...account }, requestId }) => {
    const { people, testUsers, now } = deps;
    if (isTestRole(role) && !testUsers)
      throw new AppError('invalid_state', "This stage doesn't allow test users. Plans must be bought.");
    const advice = passwordAdvice(account.password);
    if (advice !== undefined) throw new AppError('validation_failed', advice, [{ path: 'password', message: advice }]);
    const { userId, finish } = await createAccount(deps, account);
    const profile = { id: userId, email: account.email, full_name: account.fullName, created_at: now() };
    const granted = rightsOfNew(role);
    // Storing the rights decides between concurrent calls. Only the call that succeeds sets its password.
    if (!(await people.create(profile, granted, { actor, requestId, action: 'user.created' }, profile.created_at)))
      throw new AppError('email_exists');
    await finish();
    return {
      status: 200,
      body: {
        success: true as const,
        error: null,
        message: `Account created for ${account.email}.`,
        user: { ...profile, ...granted, disabled: false },
      },
    };
  });
