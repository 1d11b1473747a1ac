import type { Profile } from '../../domain/accounts/profile.ts';
import { AppError } from '../../domain/app-error.ts';
import type { PersonPlansDeps } from './deps.ts';

/** The profile of a user. Throws `user_not_found`. */
export const findPerson = async ({ profiles }: Pick<PersonPlansDeps, 'profiles'>, id: string): Promise<Profile> => {
  const profile = await profiles.get(id);
  if (!profile) throw new AppError('user_not_found');
  return profile;
};
