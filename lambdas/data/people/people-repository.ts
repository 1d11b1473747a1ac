import type { PersonView } from '../../contract/people/people.ts';
import type { Plan, Role } from '../../contract/shared.ts';
import { newAccountRights, type Rights } from '../../domain/accounts/actor.ts';
import type { Profile } from '../../domain/accounts/profile.ts';
import { AppError } from '../../domain/app-error.ts';
import type { AuditAct } from '../../domain/audit/act.ts';
import type { Logger } from '../../domain/logger.ts';
import { conflict, optimistic, RETRY } from '../../domain/optimistic.ts';
import { adminsGained, type ChangeRights } from '../../domain/people/people.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import { testPlanWrites } from '../billing/billing-writes.ts';
import type { Cursors } from '../table/cursor.ts';
import { endSessionsWrite } from '../sessions/stored-sessions.ts';
import { isNew } from '../table/expressions.ts';
import { filteredPage } from '../table/filtered-page.ts';
import { listPage, type ListPage } from '../table/list-page.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';
import { readStoredCaller, type StoredCaller } from './caller-reader.ts';
import { createPeopleRights, viewOf } from './people-rights.ts';
import { createPeopleSearch } from './people-search.ts';
import { isNewOrHealed, profileEntity } from './profile-repository.ts';
import { rightsEntity, unchanged } from './rights-repository.ts';
import { writeRights } from './rights-transaction.ts';

interface PageOptions {
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** Which users to list. Without a field, all. */
export interface PeopleFilter {
  /** The beginning of an email address, name or last name. */
  readonly q?: string | undefined;
  readonly role?: Role | undefined;
  /** The plan that applies now. */
  readonly plan?: Plan | undefined;
}

interface PeopleDeps {
  readonly cursors: Cursors;
  readonly logger: Logger;
}

/** Who acts, and why. */
export interface PeopleAct extends Pick<AuditAct, 'actor' | 'requestId' | 'reason'> {
  readonly action: AuditAct['action'];
}

/** Profile, rights and plan of one user, and what `also` names, as stored, strongly consistent. */
const readPerson = async (
  table: Table,
  id: string,
  ...also: readonly 'sessions'[]
): Promise<StoredCaller & { readonly profile: Profile | undefined }> => {
  const [profile, caller] = await Promise.all([
    table.get(profileEntity.key({ id }), { consistent: true }),
    readStoredCaller(table, id, ['plan', ...also]),
  ]);
  return { ...caller, profile: profile && profileEntity.parse(profile) };
};

const createPeopleReads = (table: Table, deps: PeopleDeps) => {
  const { withRights, withRoles } = createPeopleRights(table, deps.logger);
  const pageOf = async <V>(
    complete: (profiles: readonly Profile[]) => Promise<readonly V[]>,
    page: PageOptions,
    filterName = '',
  ): Promise<ListPage<V>> => {
    const { items, next_cursor } = await listPage({ table, ...deps }, profileEntity, {
      list: 'people',
      index: 'gsi1',
      partition: 'PROFILE',
      filterName,
      ...page,
    });
    return { items: await complete(items), next_cursor };
  };
  const search = createPeopleSearch(table, deps, withRights);
  const searchRoles = createPeopleSearch(table, deps, withRoles);
  const list = (page: PageOptions): Promise<ListPage<PersonView>> => pageOf(withRights, page);
  return {
    /** A8. All users, newest first: one query, and 0.5 RRU for the rights and for the plan of each. */
    list,

    /** A9. Users whose email address, name or last name starts with a text. */
    search,

    /**
     * A19. Users of A8, or with `q` of A9, who have a role or plan. Reads until the page is full: no index. Plans are
     * read only of the users in the page, unless they are filtered.
     */
    async find({ q, role, plan }: PeopleFilter, page: PageOptions): Promise<ListPage<PersonView>> {
      if (role === undefined && plan === undefined) return q === undefined ? list(page) : search(q, page);
      const name = `${role ?? ''} ${plan ?? ''}`;
      const hasRole = (person: Pick<PersonView, 'role'>): boolean => role === undefined || person.role === role;
      if (plan === undefined) {
        const read = (at: PageOptions) => (q === undefined ? pageOf(withRoles, at, name) : searchRoles(q, at, name));
        const { items, next_cursor } = await filteredPage(read, hasRole, page);
        return { items: (await withRights(items)).filter(hasRole), next_cursor };
      }
      const read = (at: PageOptions) => (q === undefined ? pageOf(withRights, at, name) : search(q, at, name));
      return filteredPage(read, (person) => hasRole(person) && person.plan === plan, page);
    },

    /** A10. One user, strongly consistent; undefined when there is no such user. 3 RRU. */
    async get(id: string): Promise<PersonView | undefined> {
      const { profile, rights, plan } = await readPerson(table, id);
      return profile && viewOf(profile, rights ?? newAccountRights(id), plan);
    },
  };
};

/** The writes that change rights. Disabling also ends the sessions, so that enabling does not bring them back. */
const changeWrites = (
  table: Table,
  stored: StoredCaller,
  before: Rights,
  set: Partial<Pick<Rights, 'role' | 'disabled'>>,
  now: string,
): readonly Write[] => [
  stored.rights
    ? table.write.update(rightsEntity.key(before), { set }, unchanged(before))
    : table.write.put(rightsEntity.toItem({ ...before, ...set }), isNew),
  ...(set.disabled && !before.disabled ? [endSessionsWrite(table, before.user_id, stored, Date.parse(now))] : []),
];

/** One attempt of A12. */
const attemptChange = async (
  table: Table,
  id: string,
  change: ChangeRights,
  act: PeopleAct,
  now: () => string,
): Promise<PersonView | typeof RETRY> => {
  const { profile, ...stored } = await readPerson(table, id, 'sessions');
  if (!profile) throw new AppError('user_not_found');
  const before = stored.rights ?? newAccountRights(id);
  if (act.actor.userId === id && (before.role !== act.actor.role || before.disabled)) throw new AppError('forbidden');
  const fields = change(before);
  const after = { ...before, ...fields };
  const view = viewOf(profile, after, stored.plan);
  if (fields === undefined) return view;
  if (before.erasing)
    throw new AppError('invalid_state', 'The user asked to delete this account. Only the user can withdraw that.');
  const outcome = await writeRights(table, {
    actor: act.actor,
    targetId: id,
    adminsGained: adminsGained(before, after),
    person: [
      ...changeWrites(table, stored, before, fields, now()),
      auditWrite(table, { ...act, targetId: id, before, after }, now()),
    ],
  });
  return outcome === 'done' ? view : RETRY;
};

const createPeopleWrites = (table: Table) => ({
  /**
   * A11. Stores a new user with profile, rights, the plan of a test user, count of administrators and audit entry, in
   * one transaction. False when the user already exists.
   */
  async create(
    profile: Profile,
    granted: { readonly role: Role; readonly plan: Plan },
    act: PeopleAct,
    now: string,
  ): Promise<boolean> {
    const rights: Rights = { ...newAccountRights(profile.id), role: granted.role };
    const outcome = await writeRights(table, {
      actor: act.actor,
      targetId: profile.id,
      adminsGained: adminsGained(undefined, rights),
      person: [
        table.write.put(rightsEntity.toItem(rights), isNew),
        table.write.put(profileEntity.toItem(profile), isNewOrHealed),
        ...(granted.plan === 'free'
          ? []
          : testPlanWrites(table, profile.id, granted.plan, { at: now, by: act.actor.userId, cause: act.action })),
        // Without name and address: entries of the audit log cannot be changed or deleted.
        auditWrite(table, { ...act, targetId: profile.id, before: null, after: granted }, now),
      ],
    });
    return outcome === 'done';
  },

  /**
   * A12. Changes a user's role or state with the count of administrators and the audit entry, in one transaction.
   * Throws `user_not_found`, `last_admin`, `forbidden` when the actor is no longer an administrator, and whatever
   * `change` throws.
   */
  changeRights: (id: string, change: ChangeRights, act: PeopleAct, now: () => string): Promise<PersonView> =>
    optimistic(() => attemptChange(table, id, change, act, now), { exhausted: conflict }),
});

export type PeopleRepository = ReturnType<typeof createPeopleRepository>;

/** Users and their rights, for administrators. Numbers refer to access-patterns.md. */
export const createPeopleRepository = (table: Table, deps: PeopleDeps) => ({
  ...createPeopleReads(table, deps),
  ...createPeopleWrites(table),
});
