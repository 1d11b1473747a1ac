import type { PeopleRepository } from '../../data/people/people-repository.ts';
import type { ProfileRepository } from '../../data/people/profile-repository.ts';
import type { RightsRepository } from '../../data/people/rights-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { UserDirectory } from '../../domain/people/user-directory.ts';

/** Dependencies of the use cases. */
export interface PeopleDeps {
  readonly people: PeopleRepository;
  readonly profiles: Pick<ProfileRepository, 'createIfMissing'>;
  readonly rights: Pick<RightsRepository, 'createIfMissing'>;
  readonly directory: UserDirectory;
  /** Whether test users with a plan can be created. */
  readonly testUsers: boolean;
  readonly logger: Logger;
  /** The time, ISO 8601 in UTC. */
  readonly now: () => string;
}
