import type { Rights } from '../../domain/accounts/actor.ts';
import type { Restrictions } from '../../domain/security/restrictions.ts';
import { sessionsEntity } from '../sessions/sessions-entity.ts';
import type { StoredItem } from '../table/entity.ts';
import type { Table } from '../table/table.ts';
import { profileEntity } from './profile-repository.ts';
import { adminsEntity, adminsKey, rightsEntity } from './rights-repository.ts';

/** An administrator who is not disabled. */
export interface StoredAdmin {
  readonly rights: Rights;
  readonly restrictions: Restrictions | undefined;
  /** The stored sessions and restrictions, for the condition of a write. */
  readonly sessionsItem: StoredItem | undefined;
}

/** The most administrators that are read: as many as one batch has keys for. */
const MAX_ADMINS = 50;

/**
 * A23. The administrators with their restrictions, strongly consistent: 1 RRU, and 2 for each. Those from before their
 * ids were stored are missing until `npm run migrate` adds them.
 */
export const readAdmins = async (table: Table): Promise<readonly StoredAdmin[]> => {
  const stored = await table.get(adminsKey, { consistent: true });
  const ids = [...((stored && adminsEntity.parse(stored).ids) ?? [])].slice(0, MAX_ADMINS);
  if (ids.length === 0) return [];
  const keys = ids.flatMap((id) => [rightsEntity, sessionsEntity].map((entity) => entity.key({ user_id: id })));
  const items = new Map((await table.getMany(keys, { consistent: true })).map((item) => [item.pk, item]));
  return ids.flatMap((id) => {
    const item = items.get(rightsEntity.key({ user_id: id }).pk);
    const sessionsItem = items.get(sessionsEntity.key({ user_id: id }).pk);
    const rights = item && rightsEntity.parse(item);
    if (!rights || rights.role !== 'admin' || rights.disabled) return [];
    return [{ rights, restrictions: sessionsItem && sessionsEntity.parse(sessionsItem).restrictions, sessionsItem }];
  });
};

/** A24. The email addresses of the administrators: A23, and 0.5 RRU for each profile. */
export const readAdminAddresses = async (table: Table): Promise<readonly string[]> => {
  const admins = await readAdmins(table);
  const profiles = await table.getMany(admins.map(({ rights }) => profileEntity.key({ id: rights.user_id })));
  return profiles.flatMap((item) => profileEntity.tryParse(item)?.email || []);
};
