import type { RightsReader } from '../../domain/accounts/actor.ts';
import { AppError } from '../../domain/app-error.ts';
import { SmartTokenInvalid } from '../../domain/security/tokens/rejection.ts';
import type { Step } from '../state.ts';

/**
 * Reads the caller's rights from the table for each call, so that a demotion or disabling applies to the next call. A
 * valid token without stored rights belongs to an account that was deleted: rights are stored before a password works.
 */
export const readRights = (rights: RightsReader): Step => ({
  async before({ internal }) {
    const { userId, signIn } = internal;
    if (userId === undefined || signIn === undefined) return;
    const found = await rights.read(userId);
    if (!found) throw internal.smartToken ? SmartTokenInvalid.token('account_gone') : new AppError('token_invalid');
    const { role, plan, disabled, sessions, restrictions, consent, consent_notice: consentNotice } = found;
    const hasSecondFactor = found.second_factor ?? false;
    if (disabled) throw new AppError('account_disabled');
    internal.sessions = sessions;
    internal.restrictions = restrictions;
    internal.actor = {
      userId,
      role,
      plan,
      signIn,
      consent,
      ...(consentNotice === undefined ? {} : { consentNotice }),
      ...(hasSecondFactor ? { hasSecondFactor } : {}),
    };
  },
});
