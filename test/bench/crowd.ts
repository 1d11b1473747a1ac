import { ulid } from 'ulid';
import { auditEntity } from '../../lambdas/data/admin/audit-entity.ts';
import { profileEntity } from '../../lambdas/data/people/profile-repository.ts';
import { rightsEntity } from '../../lambdas/data/people/rights-repository.ts';
import { newAccountRights } from '../../lambdas/domain/accounts/actor.ts';
import { NEWEST, pick, storeEach, type StoreTarget } from './catalog.ts';

const FIRST = ['Ines', 'Tomasz', 'Aiko', 'Malik', 'Greta', 'Oluwaseun', 'Priya'];
const LAST = ['Castelo', 'Nowak', 'Tanaka', 'Haddad', 'Lindqvist', 'Adeyemi'];
const SECOND_MS = 1000;

const personId = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

/** Stores `count` people with their rights, newer than all others. They have no accounts in the user pool. */
export const seedPeople = (target: StoreTarget, count: number): Promise<void> =>
  storeEach(target, count, (index) => {
    const id = personId(index);
    const created_at = new Date(NEWEST - index * SECOND_MS).toISOString();
    const profile = {
      id,
      email: `person-${index}@example.org`,
      full_name: `${pick(FIRST, index)} ${pick(LAST, index)}`,
      created_at,
    };
    return [profileEntity.toItem(profile), rightsEntity.toItem(newAccountRights(id))];
  });

/** The actor of every entry that `seedAudit` stores. */
export const BUSY_ACTOR = personId(0);
/** The action of every entry that `seedAudit` stores. */
export const BUSY_ACTION = 'content.updated';

/** Stores `count` audit log entries outside the hash chain: the newest is from now, the others are 1 ms apart. */
export const seedAudit = (target: StoreTarget, count: number): Promise<void> => {
  const now = Date.now();
  return storeEach(target, count, (index) => {
    const time = now - index;
    return [
      auditEntity.toItem({
        id: ulid(time),
        at: new Date(time).toISOString(),
        actor_id: BUSY_ACTOR,
        actor_role: 'admin',
        action: BUSY_ACTION,
        target_type: 'content',
        target_id: `cnt_${ulid(time)}`,
        before: { title: 'A working title' },
        after: { title: 'The final title' },
        reason: null,
        request_id: ulid(time),
      }),
    ];
  });
};
