import type { Profile } from '../../domain/accounts/profile.ts';
import { profileEntity } from '../people/profile-repository.ts';
import { conditionHolds } from '../table/errors.ts';
import type { Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';

/** Users of a page: about 15 fit into a read unit. */
const USERS_AT_ONCE = 100;

/** Condition: the user was not here since they were read. */
const stillInactive = (activeAt: string | undefined): Expression =>
  activeAt === undefined
    ? {
        expression: 'attribute_exists(#pk) AND attribute_not_exists(#at)',
        names: { '#pk': 'pk', '#at': 'active_at' },
      }
    : { expression: '#at = :at', names: { '#at': 'active_at' }, values: { ':at': activeAt } };

export type InactiveAccountRepository = ReturnType<typeof createInactiveAccountRepository>;

/** Accounts that no one uses. Numbers refer to access-patterns.md. */
export const createInactiveAccountRepository = (table: Table) => ({
  /** A15. The users after a position, oldest account first: one query for 100. `next` is null on the last page. */
  async page(
    position: string | null,
  ): Promise<{ readonly accounts: readonly Profile[]; readonly next: string | null }> {
    const { items, lastKey } = await table.query({
      index: 'gsi1',
      partition: 'PROFILE',
      after: position ?? undefined,
      limit: USERS_AT_ONCE,
      descending: false,
    });
    // A profile that `npm run migrate` has not moved cannot be written here: its user would be warned again and again.
    const accounts = items.flatMap((item) => (item.pk.startsWith('USER#') ? [] : (profileEntity.tryParse(item) ?? [])));
    const last = items.at(-1)?.['gsi1sk'];
    return { accounts, next: lastKey && typeof last === 'string' ? last : null };
  },

  /** A16. Stores what was done about an account. False when its user was here meanwhile. */
  record: (
    { id, active_at: activeAt }: Profile,
    change: Pick<Profile, 'active_at' | 'first_warned_at' | 'last_warned_at'>,
  ): Promise<boolean> =>
    conditionHolds(table.update(profileEntity.key({ id }), { set: { ...change } }, stillInactive(activeAt))),

  /** A18. The check, for DR5, that the user was not here meanwhile. */
  stillInactive: ({ id, active_at: activeAt }: Profile): Write =>
    table.write.check(profileEntity.key({ id }), stillInactive(activeAt)),
});
