import type { ProfileRepository } from '../../data/people/profile-repository.ts';
import type { RightsRepository } from '../../data/people/rights-repository.ts';
import type { BillingParts } from '../../platform/stripe/billing-parts.ts';

/** Dependencies of the use cases. */
export interface BillingApiDeps extends BillingParts {
  readonly profiles: Pick<ProfileRepository, 'get'>;
  readonly rights: Pick<RightsRepository, 'createIfMissing'>;
  /** A new id for a checkout. */
  readonly newId: () => string;
}
