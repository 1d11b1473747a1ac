import type { Me } from '../../contract/people/account.ts';
import type { Profile } from '../../domain/accounts/profile.ts';
import { isActivityNews } from '../../domain/privacy/inactivity.ts';
import type { Actor } from '../../http/route.ts';
import { toMe } from '../to-me.ts';
import type { AccountDeps } from './deps.ts';

/** The user with what this stage still demands of them. */
export const meOf = (
  { adminsNeedFactor }: Pick<AccountDeps, 'adminsNeedFactor'>,
  profile: Profile,
  actor: Actor,
): Me => ({
  ...toMe(profile, actor),
  ...(adminsNeedFactor && actor.role !== 'user' && !actor.hasSecondFactor ? { factor_required: true } : {}),
});

/**
 * Loads the user's profile. If storing it failed when the account was created, there is none, and this function creates
 * it. An access token contains no email address, so the address of this profile is empty: asking Cognito would delay
 * every screen. A later password reset adds the address.
 */
export const loadMe = async (deps: AccountDeps, actor: Actor): Promise<Me> => {
  const { profiles, logger, now } = deps;
  const found = await profiles.get(actor.userId);
  if (found) {
    if (isActivityNews(found, Date.parse(now()))) await profiles.markActive(actor.userId, now());
    return meOf(deps, found, actor);
  }
  const created: Profile = { id: actor.userId, email: '', full_name: '', created_at: now() };
  await profiles.createIfMissing(created);
  logger.warn('Created a missing profile');
  return meOf(deps, (await profiles.get(actor.userId, { consistent: true })) ?? created, actor);
};
