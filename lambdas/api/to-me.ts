import type { Me } from '../contract/people/account.ts';
import type { Profile } from '../domain/accounts/profile.ts';
import type { Actor } from '../http/route.ts';

/** A profile with the user's current rights. */
export const toMe = (profile: Profile, { role, plan, consent }: Actor): Me => ({
  ...profile,
  role,
  plan,
  consent: consent ? [...consent] : null,
});
