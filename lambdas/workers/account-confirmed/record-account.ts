import type { PostConfirmationTriggerEvent } from 'aws-lambda';
import type { ProfileRepository } from '../../data/people/profile-repository.ts';
import type { RightsRepository } from '../../data/people/rights-repository.ts';
import { cleanName } from '../../domain/accounts/profile.ts';

/** What recording an account needs. */
export interface RecordAccountDeps {
  readonly profiles: Pick<ProfileRepository, 'createIfMissing'>;
  readonly rights: Pick<RightsRepository, 'createIfMissing'>;
  /** The time, ISO 8601 in UTC. */
  readonly now: () => string;
}

/**
 * Writes profile and rights of a person whose e-mail address was just proved, by sign-up or by a password reset.
 * Running again changes nothing, except that it completes a profile that was healed without an address. Throws when the
 * table does not answer: Cognito tries again, and `/api/me` heals what is still missing.
 */
export const recordAccount = async (
  { profiles, rights, now }: RecordAccountDeps,
  { request }: Pick<PostConfirmationTriggerEvent, 'request'>,
): Promise<void> => {
  const { sub, email, name } = request.userAttributes;
  if (!sub || !email) throw new Error('The confirmation event lacks sub or email');
  await rights.createIfMissing(sub);
  await profiles.createIfMissing({
    id: sub,
    email: email.toLowerCase(),
    full_name: cleanName(name),
    created_at: now(),
  });
};
