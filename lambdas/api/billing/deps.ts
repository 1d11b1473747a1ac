import type { ProfileRepository } from '../../data/people/profile-repository.ts';
import type { BillingParts } from '../../platform/stripe/billing-parts.ts';

/** Dependencies of the use cases. */
export interface BillingApiDeps extends BillingParts {
  readonly profiles: Pick<ProfileRepository, 'get'>;
  /** A new id for a checkout. */
  readonly newId: () => string;
}
