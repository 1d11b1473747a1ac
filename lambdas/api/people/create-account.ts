import { AppError } from '../../domain/app-error.ts';
import type { PeopleDeps } from './deps.ts';

/** Credentials and name of a new account. */
export interface NewAccount {
  readonly email: string;
  /** The temporary password. */
  readonly password: string;
  readonly fullName: string;
}

/** An account in the user pool. */
export interface CreatedAccount {
  readonly userId: string;
  /** Sets the temporary password of an account that an earlier attempt created. Call it after the rights are stored. */
  readonly finish: () => Promise<void>;
}

/**
 * Creates an account in the user pool. An unused account that the table does not know was left by an interrupted
 * attempt, and is reused. Throws `email_exists` for every other account with this address.
 */
export const createAccount = async (
  { directory, people, profiles, rights, now }: PeopleDeps,
  { email, password, fullName }: NewAccount,
): Promise<CreatedAccount> => {
  const userId = await directory.create({ email, fullName, password });
  if (userId !== undefined) return { userId, finish: async () => undefined };
  const found = await directory.find(email);
  if (found?.isNew && !(await people.get(found.userId))) {
    return { userId: found.userId, finish: () => directory.renew(found.username, password) };
  }
  if (found) {
    // The user may have signed in before their profile was complete. Only the pool knows the address.
    await rights.createIfMissing(found.userId);
    await profiles.createIfMissing({ id: found.userId, email, full_name: fullName, created_at: now() });
  }
  throw new AppError('email_exists');
};
