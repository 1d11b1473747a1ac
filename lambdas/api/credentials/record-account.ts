import type { PoolAccount } from '../../domain/accounts/pool-account.ts';
import type { CredentialsDeps } from './deps.ts';

/**
 * Stores rights and profile of an account before its password works, because a token without rights is rejected.
 * Running again changes nothing, except that it adds a missing address to the profile.
 */
export const recordAccount = async (
  { rights, profiles, now }: CredentialsDeps,
  { userId, email }: PoolAccount,
  fullName: string,
): Promise<void> => {
  await rights.createIfMissing(userId);
  await profiles.createIfMissing({
    id: userId,
    email: email.toLowerCase(),
    full_name: fullName,
    created_at: new Date(now()).toISOString(),
  });
};
