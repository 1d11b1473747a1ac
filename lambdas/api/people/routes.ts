import type { Route } from '../../http/route.ts';
import { adminAssignRole } from './admin-assign-role.ts';
import { adminCreateUser } from './admin-create-user.ts';
import { adminRemoveRole } from './admin-remove-role.ts';
import { disablePerson } from './disable-person.ts';
import { enablePerson } from './enable-person.ts';
import { listPeople } from './list-people.ts';
import type { PeopleDeps } from './deps.ts';

/** The feature's endpoints. */
export const peopleRoutes = (deps: PeopleDeps): readonly Route[] => [
  listPeople(deps),
  adminCreateUser(deps),
  adminAssignRole(deps),
  adminRemoveRole(deps),
  disablePerson(deps),
  enablePerson(deps),
];
