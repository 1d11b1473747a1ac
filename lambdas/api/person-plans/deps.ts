import type { PersonPlanRepository } from '../../data/billing/person-plan-repository.ts';
import type { ProfileNames } from '../../data/people/profile-names.ts';
import type { ProfileRepository } from '../../data/people/profile-repository.ts';

/** Dependencies of the use cases. */
export interface PersonPlansDeps {
  readonly plans: PersonPlanRepository;
  readonly profiles: Pick<ProfileRepository, 'get'>;
  readonly names: ProfileNames;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
