import type { PersonView } from '../../contract/people/people.ts';
import type { Role } from '../../contract/shared.ts';
import { newAccountRights, type Rights } from '../../domain/accounts/actor.ts';
import type { Profile } from '../../domain/accounts/profile.ts';
import { currentPlan, type StoredPlan } from '../../domain/accounts/stored-plan.ts';
import type { Logger } from '../../domain/logger.ts';
import { planEntity } from '../billing/plan-entity.ts';
import { CorruptItem, type StoredItem } from '../table/entity.ts';
import type { Table } from '../table/table.ts';
import { storedPlan } from './moved-attributes.ts';
import { rightsEntity } from './rights-repository.ts';

/** A user with their rights and the plan that applies now. */
export const viewOf = (
  profile: Profile,
  { role, disabled, second_factor }: Rights,
  plan: StoredPlan | undefined,
): PersonView => ({
  ...profile,
  role,
  plan: currentPlan(plan, Date.now()),
  disabled,
  ...(second_factor ? { second_factor } : {}),
});

/** Stored rights of an account; without any, those of a new one. */
const rightsOf = (id: string, stored: StoredItem | undefined): Rights =>
  stored ? rightsEntity.parse(stored) : newAccountRights(id);

/** Reads items of many users in as few calls as possible, and combines them with the profiles. */
const createReader = (table: Table, logger: Logger, entities: readonly (typeof rightsEntity | typeof planEntity)[]) => {
  const keysOf = (id: string) => entities.map((entity) => entity.key({ user_id: id }));
  /** In the order of the profiles. Users whose items cannot be read are left out. */
  return async <V extends object>(
    profiles: readonly Profile[],
    combine: (profile: Profile, items: readonly (StoredItem | undefined)[]) => V,
  ): Promise<readonly V[]> => {
    if (profiles.length === 0) return [];
    const items = await table.getMany(profiles.flatMap(({ id }) => keysOf(id)));
    const byPartition = new Map(items.map((item) => [item.pk, item]));
    const results = profiles.flatMap((profile) => {
      try {
        return [
          combine(
            profile,
            keysOf(profile.id).map(({ pk }) => byPartition.get(pk)),
          ),
        ];
      } catch (error) {
        if (error instanceof CorruptItem) return [];
        throw error;
      }
    });
    const count = profiles.length - results.length;
    if (count > 0) logger.error('Corrupt rights left out of a list', { count });
    return results;
  };
};

/** Completes lists of profiles, each by one BatchGetItem for 50 or 100 users. */
export const createPeopleRights = (table: Table, logger: Logger) => {
  const readBoth = createReader(table, logger, [rightsEntity, planEntity]);
  const readRights = createReader(table, logger, [rightsEntity]);
  return {
    /** The users with rights and plan: 1 RRU each. */
    withRights: (profiles: readonly Profile[]): Promise<readonly PersonView[]> =>
      readBoth(profiles, (profile, [rights, plan]) =>
        viewOf(profile, rightsOf(profile.id, rights), storedPlan(plan, rights)),
      ),

    /** The users with their role: 0.5 RRU each. */
    withRoles: (profiles: readonly Profile[]): Promise<readonly (Profile & { readonly role: Role })[]> =>
      readRights(profiles, (profile, [rights]) => ({ ...profile, role: rightsOf(profile.id, rights).role })),
  };
};
