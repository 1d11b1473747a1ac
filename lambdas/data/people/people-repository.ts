import type { PersonView } from '../../contract/people/people.ts';
import type { Plan, Role } from '../../contract/shared.ts';
import { currentRights, newAccountRights, type Rights } from '../../domain/accounts/actor.ts';
import type { Profile } from '../../domain/accounts/profile.ts';
import { AppError } from '../../domain/app-error.ts';
import type { AuditAct } from '../../domain/audit/act.ts';
import type { Logger } from '../../domain/logger.ts';
import { conflict, optimistic, RETRY } from '../../domain/optimistic.ts';
import { adminsGained, type ChangeRights } from '../../domain/people/people.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import { testPlanWrites } from '../billing/billing-writes.ts';
import type { Cursors } from '../table/cursor.ts';
import { endingSessions } from '../sessions/stored-sessions.ts';
import type { StoredItem } from '../table/entity.ts';
import { isNew, type Change, type Expression } from '../table/expressions.ts';
import { filteredPage } from '../table/filtered-page.ts';
import { listPage, type ListPage } from '../table/list-page.ts';
import { parseList, type Table } from '../table/table.ts';
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

/** A user with their current rights. */
const viewOf = (profile: Profile, rights: Rights): PersonView => {
  const { role, plan, disabled, second_factor } = currentRights(rights, Date.now());
  return { ...profile, role, plan, disabled, ...(second_factor ? { second_factor } : {}) };
};

/**
 * The users with these profiles, in the same order. A user without stored rights has those of a new account. A user
 * whose rights cannot be read is left out.
 */
const withRights = async (
  table: Table,
  logger: Logger,
  profiles: readonly Profile[],
): Promise<readonly PersonView[]> => {
  if (profiles.length === 0) return [];
  const items = await table.getMany(profiles.map(({ id }) => rightsEntity.key({ user_id: id })));
  const onBad = (count: number): void => logger.error('Corrupt rights left out of a list', { count });
  const rights = new Map(parseList(rightsEntity, items, onBad).map((one) => [one.user_id, one]));
  const broken = new Set(items.filter((item) => !rightsEntity.tryParse(item)).map(({ pk }) => pk));
  return profiles
    .filter(({ id }) => !broken.has(rightsEntity.key({ user_id: id }).pk))
    .map((profile) => viewOf(profile, rights.get(profile.id) ?? newAccountRights(profile.id)));
};

/** Profile and rights of one user, as stored, strongly consistent. */
const readPerson = (table: Table, id: string) =>
  Promise.all([
    table.get(profileEntity.key({ id }), { consistent: true }),
    table.get(rightsEntity.key({ user_id: id }), { consistent: true }),
  ]);

const createPeopleReads = (table: Table, deps: PeopleDeps) => {
  const complete = (profiles: readonly Profile[]): Promise<readonly PersonView[]> =>
    withRights(table, deps.logger, profiles);
  const search = createPeopleSearch(table, deps, complete);
  const list = async (page: PageOptions, filterName = ''): Promise<ListPage<PersonView>> => {
    const { items, next_cursor } = await listPage({ table, ...deps }, profileEntity, {
      list: 'people',
      index: 'gsi1',
      partition: 'PROFILE',
      filterName,
      ...page,
    });
    return { items: await complete(items), next_cursor };
  };
  return {
    /** A8. All users, newest first: one query, and 0.5 RRU for the rights of each. */
    list,

    /** A9. Users whose email address, name or last name starts with a text. */
    search,

    /** A19. Users of A8, or with `q` of A9, who have a role or plan. Reads until the page is full: no index. */
    find({ q, role, plan }: PeopleFilter, page: PageOptions): Promise<ListPage<PersonView>> {
      if (role === undefined && plan === undefined) return q === undefined ? list(page) : search(q, page);
      const name = `${role ?? ''} ${plan ?? ''}`;
      const read = (at: PageOptions) => (q === undefined ? list(at, name) : search(q, at, name));
      const isOf = (person: PersonView): boolean =>
        (role === undefined || person.role === role) && (plan === undefined || person.plan === plan);
      return filteredPage(read, isOf, page);
    },

    /** A10. One user, strongly consistent; undefined when there is no such user. 2 RRU. */
    async get(id: string): Promise<PersonView | undefined> {
      const [profile, rights] = await readPerson(table, id);
      return (
        profile && viewOf(profileEntity.parse(profile), rights ? rightsEntity.parse(rights) : newAccountRights(id))
      );
    },
  };
};

/** The change of stored rights. Disabling also ends the sessions, so that enabling does not bring them back. */
const changeOf = (
  item: StoredItem,
  before: Rights,
  set: Partial<Rights>,
  now: string,
): readonly [Change, Expression] =>
  set.disabled && !before.disabled
    ? endingSessions(item, { set, condition: unchanged(before), now: Date.parse(now) })
    : [{ set }, unchanged(before)];

/** One attempt of A12. */
const attemptChange = async (
  table: Table,
  id: string,
  change: ChangeRights,
  act: PeopleAct,
  now: () => string,
): Promise<PersonView | typeof RETRY> => {
  const [profile, item] = await readPerson(table, id);
  if (!profile) throw new AppError('user_not_found');
  const before = item ? rightsEntity.parse(item) : newAccountRights(id);
  if (act.actor.userId === id && (before.role !== act.actor.role || before.disabled)) throw new AppError('forbidden');
  const fields = change(before);
  const after = { ...before, ...fields };
  const view = viewOf(profileEntity.parse(profile), after);
  if (fields === undefined) return view;
  if (before.erasing)
    throw new AppError('invalid_state', 'The user asked to delete this account. Only the user can withdraw that.');
  const outcome = await writeRights(table, {
    actor: act.actor,
    targetId: id,
    adminsGained: adminsGained(before, after),
    person: [
      item
        ? table.write.update(rightsEntity.key({ user_id: id }), ...changeOf(item, before, fields, now()))
        : table.write.put(rightsEntity.toItem(after), isNew),
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
    const rights: Rights = { ...newAccountRights(profile.id), ...granted };
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
