import { consentNotice as currentNotice } from '../contract/people/consent-notice.ts';
import type { Me } from '../contract/people/account.ts';
import type { Profile } from '../domain/accounts/profile.ts';
import type { Actor } from '../http/route.ts';

/** A profile with the user's current rights. Who decided under an earlier notice is asked again. */
export const toMe = (profile: Profile, { role, plan, consent, consentNotice = 1 }: Actor): Me => ({
  ...profile,
  role,
  plan,
  consent: consent && consentNotice >= currentNotice.version ? [...consent] : null,
});
