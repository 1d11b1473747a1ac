import { endpoints } from '../../contract/index.ts';
import { passwordAdvice } from '../../contract/people/password-policy.ts';
import { AppError } from '../../domain/app-error.ts';
import { isTestRole, rightsOfNew } from '../../domain/people/people.ts';
import { route } from '../../http/route.ts';
import type { PeopleDeps } from './deps.ts';

interface NewPerson {
  readonly email: string;
  readonly password: string;
  readonly fullName: string;
}

/**
 * Makes the account at the pool and answers its id. One that was made before, whose person the table does not know and
 * who never signed in, is what an earlier try left when it died between: `finish` is what completes it. Throws
 * `email_exists` for every other.
 */
const makeAccount = async (
  { directory, people, profiles, rights, now }: PeopleDeps,
  { email, password, fullName }: NewPerson,
) => {
  const userId = await directory.create({ email, fullName, password });
  if (userId !== undefined) return { userId, finish: async () => undefined };
  const found = await directory.find(email);
  if (found?.isNew && !(await people.get(found.userId))) {
    return { userId: found.userId, finish: () => directory.renew(found.username, password) };
  }
  if (found) {
    // Whoever signed in before a failed call was repeated: the address that only the pool knows is filled in.
    await rights.createIfMissing(found.userId);
    await profiles.createIfMissing({ id: found.userId, email, full_name: fullName, created_at: now() });
  }
  throw new AppError('email_exists');
};

/**
 * Makes an account with profile and rights, under a temporary password. Repeated after a failure it completes what was
 * begun.
 */
export const adminCreateUser = (deps: PeopleDeps) =>
  route(endpoints['people.admin-create-user'], async ({ actor, body: { role, ...person }, requestId }) => {
    const { people, testUsers, now } = deps;
    if (isTestRole(role) && !testUsers)
      throw new AppError('invalid_state', 'Test users cannot be made in this stage: a plan is bought.');
    const advice = passwordAdvice(person.password);
    if (advice !== undefined) throw new AppError('validation_failed', advice, [{ path: 'password', message: advice }]);
    const { userId, finish } = await makeAccount(deps, person);
    const profile = { id: userId, email: person.email, full_name: person.fullName, created_at: now() };
    const granted = rightsOfNew(role);
    // The rights decide who of two made this person; only then the password that counts is set.
    if (!(await people.create(profile, granted, { actor, requestId, action: 'user.created' }, profile.created_at)))
      throw new AppError('email_exists');
    await finish();
    return {
      status: 200,
      body: {
        success: true as const,
        error: null,
        message: `An account was made for ${person.email}.`,
        user: { ...profile, ...granted, disabled: false },
      },
    };
  });
