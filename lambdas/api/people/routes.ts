import type { PeopleRepository } from '../../data/people/people-repository.ts';
import type { ProfileRepository } from '../../data/people/profile-repository.ts';
import type { RightsRepository } from '../../data/people/rights-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { UserDirectory } from '../../domain/people/user-directory.ts';
import type { Route } from '../../http/route.ts';
import { adminAssignRole } from './admin-assign-role.ts';
import { adminCreateUser } from './admin-create-user.ts';
import { adminRemoveRole } from './admin-remove-role.ts';
import { disablePerson } from './disable-person.ts';
import { enablePerson } from './enable-person.ts';
import { listPeople } from './list-people.ts';

/** What the use cases of this feature need. */
export interface PeopleDeps {
  readonly people: PeopleRepository;
  readonly profiles: Pick<ProfileRepository, 'createIfMissing'>;
  readonly rights: Pick<RightsRepository, 'createIfMissing'>;
  readonly directory: UserDirectory;
  /** Whether test users with a plan may be made. */
  readonly testUsers: boolean;
  readonly logger: Logger;
  /** The time, ISO 8601 in UTC. */
  readonly now: () => string;
}

/** The feature's endpoints. */
export const peopleRoutes = (deps: PeopleDeps): readonly Route[] => [
  listPeople(deps),
  adminCreateUser(deps),
  adminAssignRole(deps),
  adminRemoveRole(deps),
  disablePerson(deps),
  enablePerson(deps),
];
