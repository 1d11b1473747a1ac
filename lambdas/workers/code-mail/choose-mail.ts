import type { CodeRequest } from '../../domain/accounts/code-request.ts';
import type { PoolAccount } from '../../domain/accounts/pool-account.ts';

/** An email with a code, a notice without one, or none. */
export type MailKind = 'code' | 'account-exists' | 'address-changed' | 'none';

/**
 * Which email answers a request, given the account of its address. Disabled accounts get none. An address that has an
 * account gets a notice instead of a code that would create another one.
 */
export const chooseMail = (
  { purpose, user_id: userId }: Pick<CodeRequest, 'purpose' | 'user_id'>,
  account: Pick<PoolAccount, 'userId' | 'enabled'> | undefined,
): MailKind => {
  if (purpose === 'address-changed') return 'address-changed';
  if (account && !account.enabled) return 'none';
  switch (purpose) {
    case 'username':
    case 'reset':
      return account ? 'code' : 'none';
    case 'sign-up':
      return account ? 'account-exists' : 'code';
    case 'address':
      return account && account.userId !== userId ? 'account-exists' : 'code';
  }
};
