import { newAccountRights, type RightsReader } from '../domain/accounts/actor.ts';
import { AppError } from '../domain/app-error.ts';
import type { Step } from './state.ts';

/**
 * Reads the caller's rights from the table, once per call, so that demotion and disabling act at the next one. A valid
 * token without rights is a new account whose confirmation trigger failed: it has a new account's rights, and `/api/me`
 * writes them.
 */
export const readRights = (rights: RightsReader): Step => ({
  async before({ internal }) {
    const { userId, signIn } = internal;
    if (userId === undefined || signIn === undefined) return;
    const { role, plan, disabled } = (await rights.read(userId)) ?? newAccountRights(userId);
    if (disabled) throw new AppError('account_disabled');
    internal.actor = { userId, role, plan, signIn };
  },
});
