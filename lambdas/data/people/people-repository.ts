import { conflict, optimistic, RETRY } from '../../domain/optimistic.ts';
import type { PersonView } from '../../contract/people/people.ts';
import type { Plan, Role } from '../../contract/shared.ts';
import { newAccountRights, type Rights } from '../../domain/accounts/actor.ts';
import type { Profile } from '../../domain/accounts/profile.ts';
import { AppError } from '../../domain/app-error.ts';
import type { AuditAct } from '../../domain/audit/act.ts';
import type { Logger } from '../../domain/logger.ts';
import { adminsGained, type ChangeRights } from '../../domain/people/people.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import type { Cursors } from '../table/cursor.ts';
import { listPage, type ListPage } from '../table/list-page.ts';
import { isNewOrHealed, profileEntity } from './profile-repository.ts';
import { countAdminsWrite, rightsEntity, unchanged } from './rights-repository.ts';
import { createPeopleSearch } from './people-search.ts';
import { ConditionFailed } from '../table/errors.ts';
import { isNew } from '../table/expressions.ts';
import { parseList, type Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';

/** What a page of people is asked for. */
interface PageOptions {
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** Who acts, and why. */
export interface PeopleAct extends Pick<AuditAct, 'actor' | 'requestId' | 'reason'> {
  readonly action: AuditAct['action'];
}

export type PeopleRepository = ReturnType<typeof createPeopleRepository>;

/** A person with the rights of the moment. */
const viewOf = (profile: Profile, { role, plan, disabled }: Rights): PersonView => ({
  ...profile,
  role,
  plan,
  disabled,
});

/** People and their rights, for those who manage them. Numbers are those of access-patterns.md. */
export const createPeopleRepository = (table: Table, deps: { readonly cursors: Cursors; readonly logger: Logger }) => {
  /** People with these profiles, in their order. */
  const withRights = async (profiles: readonly Profile[]): Promise<readonly PersonView[]> => {
    if (profiles.length === 0) return [];
    const items = await table.getMany(profiles.map(({ id }) => rightsEntity.key({ user_id: id })));
    const onBad = (count: number): void => deps.logger.error('Corrupt rights left out of a list', { count });
    const rights = new Map(parseList(rightsEntity, items, onBad).map((one) => [one.user_id, one]));
    const broken = new Set(items.filter((item) => !rightsEntity.tryParse(item)).map(({ pk }) => pk));
    // Nobody is shown with rights that cannot be read; without any they are those of a new account.
    return profiles
      .filter(({ id }) => !broken.has(rightsEntity.key({ user_id: id }).pk))
      .map((profile) => viewOf(profile, rights.get(profile.id) ?? newAccountRights(profile.id)));
  };

  /**
   * Condition of what an administrator does: still one. A change of their rights a moment ago may not have been read
   * yet.
   */
  const actorUnchanged = ({ actor }: PeopleAct, targetId: string): readonly Write[] =>
    actor.userId === targetId
      ? []
      : [
          table.write.check(
            rightsEntity.key({ user_id: actor.userId }),
            unchanged({ role: actor.role, disabled: false }),
          ),
        ];

  /**
   * Writes together. Answers `lost` when the person was changed meanwhile. Throws `forbidden` when the actor was, and
   * `last_admin`.
   */
  const together = async (writes: {
    readonly actor: readonly Write[];
    readonly count: readonly Write[];
    readonly person: readonly Write[];
  }): Promise<'done' | 'lost'> => {
    const { actor, count, person } = writes;
    try {
      await table.transact([...actor, ...count, ...person]);
      return 'done';
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      if (error.index < actor.length) throw new AppError('forbidden');
      if (error.index < actor.length + count.length)
        throw new AppError('last_admin', 'Make somebody else an administrator first.');
      return 'lost';
    }
  };

  return {
    /** A8. Everybody, newest first: one query, and one read of 0.5 RRU for each person's rights. */
    async list(page: PageOptions): Promise<ListPage<PersonView>> {
      const { items, next_cursor } = await listPage({ table, ...deps }, profileEntity, {
        list: 'people',
        index: 'gsi1',
        partition: 'PROFILE',
        ...page,
      });
      return { items: await withRights(items), next_cursor };
    },

    /** A9. Whose e-mail address, name or last name begins so. */
    search: createPeopleSearch(table, deps, withRights),

    /** A10. One person as they stand; undefined when there is no such person. 2 RRU. */
    async get(id: string): Promise<PersonView | undefined> {
      const [profile, rights] = await Promise.all([
        table.get(profileEntity.key({ id }), { consistent: true }),
        table.get(rightsEntity.key({ user_id: id }), { consistent: true }),
      ]);
      return (
        profile && viewOf(profileEntity.parse(profile), rights ? rightsEntity.parse(rights) : newAccountRights(id))
      );
    },

    /**
     * A11. Writes a new person with profile, rights, count and audit, together. False when the person is known already.
     */
    async create(
      profile: Profile,
      granted: { readonly role: Role; readonly plan: Plan },
      act: PeopleAct,
      now: string,
    ): Promise<boolean> {
      const rights: Rights = { ...newAccountRights(profile.id), ...granted };
      const outcome = await together({
        actor: actorUnchanged(act, profile.id),
        count: countAdminsWrite(table, adminsGained(undefined, rights)),
        person: [
          table.write.put(rightsEntity.toItem(rights), isNew),
          table.write.put(profileEntity.toItem(profile), isNewOrHealed),
          // Without name and address, which nobody could take out of the log again.
          auditWrite(table, { ...act, targetId: profile.id, before: null, after: granted }, now),
        ],
      });
      return outcome === 'done';
    },

    /**
     * A12. Changes a person's role or state, with count and audit, together: nobody is ever seen without a role or with
     * two. Throws `user_not_found`, `last_admin`, `forbidden` when the actor is no administrator any more, and what the
     * change throws.
     */
    async changeRights(id: string, change: ChangeRights, act: PeopleAct, now: () => string): Promise<PersonView> {
      return optimistic(
        async () => {
          const [profile, item] = await Promise.all([
            table.get(profileEntity.key({ id }), { consistent: true }),
            table.get(rightsEntity.key({ user_id: id }), { consistent: true }),
          ]);
          if (!profile) throw new AppError('user_not_found');
          const before = item ? rightsEntity.parse(item) : newAccountRights(id);
          if (act.actor.userId === id && (before.role !== act.actor.role || before.disabled))
            throw new AppError('forbidden');
          const wanted = change(before);
          const view = viewOf(profileEntity.parse(profile), { ...before, ...wanted });
          if (wanted === undefined) return view;
          const after = { ...before, ...wanted };
          const outcome = await together({
            actor: actorUnchanged(act, id),
            count: countAdminsWrite(table, adminsGained(before, after)),
            person: [
              item
                ? table.write.update(rightsEntity.key({ user_id: id }), { set: wanted }, unchanged(before))
                : table.write.put(rightsEntity.toItem(after), isNew),
              auditWrite(table, { ...act, targetId: id, before, after }, now()),
            ],
          });
          return outcome === 'done' ? view : RETRY;
        },
        { exhausted: conflict },
      );
    },
  };
};
