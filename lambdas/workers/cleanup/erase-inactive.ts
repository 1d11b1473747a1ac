import type { Profile } from '../../domain/accounts/profile.ts';
import { AppError } from '../../domain/app-error.ts';
import { newInactivityRequest } from '../../domain/privacy/data-request.ts';
import type { WarnDeps } from './warn-deps.ts';

/**
 * Hands an account to the worker that erases. Kept: the last administrator, accounts that are disabled or under a legal
 * hold, and those whose users were here a moment ago.
 */
export const eraseInactive = async (
  { accounts, requests, logger, newId, now }: WarnDeps,
  account: Profile,
): Promise<void> => {
  try {
    await requests.askErasure(newInactivityRequest(newId(), account.id, now()), accounts.stillInactive(account));
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'last_admin' && error.code !== 'invalid_state')) throw error;
    logger.info('An inactive account is kept', { reason: error.code });
  }
};
