import { newAccountRights, type RightsReader } from '../domain/accounts/actor.ts';
import { AppError } from '../domain/app-error.ts';
import type { Step } from './state.ts';

/**
 * Reads the caller's rights from the table for each call, so that a demotion or disabling applies to the next call. A
 * valid token without stored rights belongs to a new account whose confirmation trigger failed. It has the rights of a
 * new account, and `/api/me` stores them.
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
