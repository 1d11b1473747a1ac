import type { Me } from '../../contract/people/account.ts';
import type { Profile } from '../../domain/accounts/profile.ts';
import { isActivityNews } from '../../domain/privacy/inactivity.ts';
import type { Actor } from '../../http/route.ts';
import { toMe } from '../to-me.ts';
import type { AccountDeps } from './deps.ts';

/**
 * Loads the user's profile. If storing it failed when the account was created, there is none, and this function creates
 * it. An access token contains no email address, so the address of this profile is empty: asking Cognito would delay
 * every screen. A later password reset adds the address.
 */
export const loadMe = async ({ profiles, logger, now }: AccountDeps, actor: Actor): Promise<Me> => {
  const found = await profiles.get(actor.userId);
  if (found) {
    if (isActivityNews(found, Date.parse(now()))) await profiles.markActive(actor.userId, now());
    return toMe(found, actor);
  }
  const created: Profile = { id: actor.userId, email: '', full_name: '', created_at: now() };
  await profiles.createIfMissing(created);
  logger.warn('Created a missing profile');
  return toMe((await profiles.get(actor.userId, { consistent: true })) ?? created, actor);
};
