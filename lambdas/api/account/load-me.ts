import type { Me } from '../../contract/people/account.ts';
import type { Profile } from '../../domain/accounts/profile.ts';
import type { Actor } from '../../http/route.ts';
import type { AccountDeps } from './deps.ts';

/** A profile with the rights of the moment. */
export const toMe = (profile: Profile, { role, plan }: Actor): Me => ({ ...profile, role, plan });

/**
 * The person's profile. When the confirmation trigger failed there is none: it is written here, and the rights with it.
 * An access token holds no e-mail address, so the healed profile has an empty one; asking Cognito would make every
 * screen wait for it. A later confirmation or password reset runs the trigger again, which fills the address in.
 */
export const loadMe = async ({ profiles, rights, logger, now }: AccountDeps, actor: Actor): Promise<Me> => {
  const found = await profiles.get(actor.userId);
  if (found) return toMe(found, actor);
  const healed: Profile = { id: actor.userId, email: '', full_name: '', created_at: now() };
  await Promise.all([profiles.createIfMissing(healed), rights.createIfMissing(actor.userId)]);
  logger.warn('Healed a missing profile');
  return toMe((await profiles.get(actor.userId, { consistent: true })) ?? healed, actor);
};
