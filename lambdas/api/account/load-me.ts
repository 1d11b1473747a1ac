import type { Me } from '../../contract/people/account.ts';
import type { Profile } from '../../domain/accounts/profile.ts';
import type { Actor } from '../../http/route.ts';
import type { AccountDeps } from './deps.ts';

/** A profile with the user's current rights. */
export const toMe = (profile: Profile, { role, plan }: Actor): Me => ({ ...profile, role, plan });

/**
 * Loads the user's profile. If the confirmation trigger failed, there is none, and this function creates the profile
 * and the rights. An access token contains no email address, so the address of this profile is empty: asking Cognito
 * would delay every screen. A later confirmation or password reset runs the trigger again, which adds the address.
 */
export const loadMe = async ({ profiles, rights, logger, now }: AccountDeps, actor: Actor): Promise<Me> => {
  const found = await profiles.get(actor.userId);
  if (found) return toMe(found, actor);
  const created: Profile = { id: actor.userId, email: '', full_name: '', created_at: now() };
  await Promise.all([profiles.createIfMissing(created), rights.createIfMissing(actor.userId)]);
  logger.warn('Created a missing profile');
  return toMe((await profiles.get(actor.userId, { consistent: true })) ?? created, actor);
};
