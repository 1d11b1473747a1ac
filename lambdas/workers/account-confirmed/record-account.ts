import type { PostConfirmationTriggerEvent } from 'aws-lambda';
import type { ProfileRepository } from '../../data/people/profile-repository.ts';
import type { RightsRepository } from '../../data/people/rights-repository.ts';
import { cleanName } from '../../domain/accounts/profile.ts';

/** Dependencies of the worker. */
export interface RecordAccountDeps {
  readonly profiles: Pick<ProfileRepository, 'createIfMissing'>;
  readonly rights: Pick<RightsRepository, 'createIfMissing'>;
  /** The time, ISO 8601 in UTC. */
  readonly now: () => string;
}

/**
 * Stores profile and rights of a user who has just verified their email address, by sign-up or by a password reset.
 * Running again changes nothing, except that it adds a missing address to the profile. Throws when the table is
 * unavailable: Cognito retries, and `/api/me` creates what is still missing.
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
