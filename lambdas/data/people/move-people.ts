import { newBillingRecord } from '../../domain/billing/record.ts';
import type { Profile } from '../../domain/accounts/profile.ts';
import { optimistic } from '../../domain/optimistic.ts';
import { billingEntity } from '../billing/billing-entities.ts';
import { planEntity } from '../billing/plan-entity.ts';
import { sessionsEntity } from '../sessions/sessions-entity.ts';
import { CorruptItem, type ItemKey, type StoredItem } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { ignoreConditionFailed, orRetry } from '../table/errors.ts';
import { exists, isNew, type Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';
import { movedFrom, movedNames } from './moved-attributes.ts';
import { profileEntity } from './profile-repository.ts';
import { adminsKey, readRights, rightsEntity } from './rights-repository.ts';

/** Users per query. */
const PAGE = 100;

/** What a migration did. */
export interface Moved {
  /** Users of whom something was moved. */
  readonly users: number;
  /** Users whose items are corrupt, and were left as they are. */
  readonly corrupt: number;
}

/** Where profiles were before they got a partition of their own. */
const formerProfileKey = (id: string): ItemKey => ({ pk: key('USER', id), sk: 'PROFILE' });

/** The former profile with what was entered since, while the product did not find it. */
const mergeProfiles = (former: Profile, current: Profile | undefined): Profile =>
  current
    ? {
        ...former,
        email: current.email || former.email,
        full_name: current.full_name || former.full_name,
        // Another profile was created when its user came back: warnings are out of date.
        active_at: current.active_at ?? current.created_at,
        first_warned_at: undefined,
        last_warned_at: undefined,
      }
    : former;

/** Condition: the profile does not exist, or has the address and the name that were read. */
const isStill = (current: Profile | undefined): Expression =>
  current
    ? {
        expression: '#email = :email AND #name = :name',
        names: { '#email': 'email', '#name': 'full_name' },
        values: { ':email': current.email, ':name': current.full_name },
      }
    : isNew;

/** Moves a profile. What was entered meanwhile stays. */
const moveProfile = (table: Table, id: string): Promise<boolean> =>
  optimistic<boolean>(async () => {
    const keys = [formerProfileKey(id), profileEntity.key({ id })];
    const items = await table.getMany(keys, { consistent: true });
    const [former, current] = keys.map(({ pk }) => items.find((item) => item.pk === pk));
    if (!former) return false;
    const now = current && profileEntity.parse(current);
    const moved = table.transact([
      table.write.put(profileEntity.toItem(mergeProfiles(profileEntity.parse(former), now)), isStill(now)),
      table.write.delete(formerProfileKey(id), exists),
    ]);
    return orRetry(moved.then(() => true));
  });

/** Condition: the attributes to move are those that were read. */
const unmoved = (rights: StoredItem): Expression => ({
  expression: movedNames
    .map((name) => (rights[name] === undefined ? `attribute_not_exists(#${name})` : `#${name} = :${name}`))
    .join(' AND '),
  names: Object.fromEntries(movedNames.map((name) => [`#${name}`, name])),
  values: Object.fromEntries(
    movedNames.filter((name) => rights[name] !== undefined).map((name) => [`:${name}`, rights[name]]),
  ),
});

/** Moves plan and sessions out of a user's rights. Those that are stored in their own partitions stay. */
const moveFromRights = (table: Table, userId: string): Promise<boolean> =>
  optimistic<boolean>(async () => {
    const ids = { user_id: userId };
    const keys = [rightsEntity, planEntity, sessionsEntity, billingEntity].map((entity) => entity.key(ids));
    const items = await table.getMany(keys, { consistent: true });
    const [rights, plan, sessions, billing] = keys.map(({ pk }) => items.find((item) => item.pk === pk));
    if (!rights || movedNames.every((name) => rights[name] === undefined)) return false;
    const { plan: name = 'free', sessions: movedSessions, ...rest } = movedFrom(rights);
    const { source } = billing ? billingEntity.parse(billing) : newBillingRecord(userId, name);
    const isPlan = name !== 'free' || rest.plan_after !== undefined;
    return orRetry(
      table
        .transact([
          table.write.update(
            rightsEntity.key(ids),
            { set: Object.fromEntries(movedNames.map((moved) => [moved, undefined])) },
            unmoved(rights),
          ),
          ...(isPlan && !plan
            ? [table.write.put(planEntity.toItem({ ...ids, plan: name, ...rest, source }), isNew)]
            : []),
          ...(movedSessions && !sessions
            ? [table.write.put(sessionsEntity.toItem({ ...ids, sessions: movedSessions }), isNew)]
            : []),
        ])
        .then(() => true),
    );
  });

/**
 * Adds an administrator to the list of their ids. If they are none any more at that moment, the id stays there, which
 * is why readers of the list also read the rights.
 */
const nameAdmin = (table: Table, id: string): Promise<void> =>
  ignoreConditionFailed(table.update(adminsKey, { add: { ids: new Set([id]) } }));

/**
 * A22. Moves what earlier versions stored elsewhere: profiles from `USER#`, plans and sessions from the rights. Can be
 * aborted and repeated, and runs while the product is in use. `onCorrupt` gets the ids of users who cannot be moved.
 */
export const movePeople = async (table: Table, onCorrupt: (userId: string) => void): Promise<Moved> => {
  let [users, corrupt] = [0, 0];
  for await (const items of table.pages({ index: 'gsi1', partition: 'PROFILE', limit: PAGE, descending: false }))
    for (const { pk } of items) {
      const id = pk.slice(pk.indexOf('#') + 1);
      try {
        // The eraser finds items in former places too, and a move at the same time could leave some behind.
        const rights = await readRights(table, id, { consistent: true });
        if (rights?.erasing) continue;
        if (rights?.role === 'admin' && !rights.disabled) await nameAdmin(table, id);
        const moved = [await moveProfile(table, id), await moveFromRights(table, id)];
        if (moved.includes(true)) users += 1;
      } catch (error) {
        if (!(error instanceof CorruptItem)) throw error;
        corrupt += 1;
        onCorrupt(id);
      }
    }
  return { users, corrupt };
};
