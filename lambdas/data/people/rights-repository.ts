import { optimistic, RETRY } from '../../domain/optimistic.ts';
import * as z from 'zod/mini';
import { Purpose } from '../../contract/people/consent.ts';
import { Role, UserId } from '../../contract/shared.ts';
import { newAccountRights, type Rights } from '../../domain/accounts/actor.ts';
import type { ActBy } from '../../domain/audit/act.ts';
import { AppError } from '../../domain/app-error.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import { NOT_A_PERSONS, defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { ignoreConditionFailed, onConditionFailed } from '../table/errors.ts';
import { isNew, type Change, type Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';

/**
 * A user's rights, in a partition that few functions may write. Their plan (`PLAN#`) and their sessions (`SESSIONS#`)
 * have partitions of their own.
 */
export const rightsEntity = defineEntity({
  type: 'RIGHTS',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'owner' },
  onErase: 'delete',
  exportView: ({ role, disabled }) => ({ role, disabled }),
  schema: z.object({
    user_id: UserId,
    role: Role,
    second_factor: z.optional(z.boolean()),
    disabled: z.boolean(),
    consent: z.optional(z.readonly(z.array(Purpose))),
    consent_id: z.optional(z.string()),
    consent_notice: z.optional(z.number()),
    erasing: z.optional(z.boolean()),
  }),
  key: ({ user_id: userId }: { user_id: string }) => ({ pk: key('RIGHTS', userId), sk: 'META' }),
});

/**
 * The number of administrators who are not disabled, and their ids. They change in the same transactions as the rights,
 * so the number is always exact. Ids of administrators from before they were stored are missing until `npm run migrate`
 * adds them.
 */
export const adminsEntity = defineEntity({
  type: 'ADMINS',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'owner' },
  onErase: { keep: 'Names administrators by id only, and an account is none any more when its erasure begins.' },
  exportView: NOT_A_PERSONS,
  schema: z.object({ count: z.number(), ids: z.optional(z.set(z.string())) }),
  key: () => ({ pk: 'ADMINS', sk: 'META' }),
});
export const adminsKey = adminsEntity.key({});

/** Condition: there is no administrator. */
const noAdmins: Expression = {
  expression: 'attribute_not_exists(#count) OR #count = :zero',
  names: { '#count': 'count' },
  values: { ':zero': 0 },
};

const anyAdmins: Expression = { ...noAdmins, expression: 'attribute_not_exists(#count) OR #count >= :zero' };

/** Condition: role and state of a user are unchanged since they were read. */
export const unchanged = ({ role, disabled }: Pick<Rights, 'role' | 'disabled'>): Expression => ({
  expression: '#role = :role AND #disabled = :disabled',
  names: { '#role': 'role', '#disabled': 'disabled' },
  values: { ':role': role, ':disabled': disabled },
});

/** The change of the administrators when a user becomes one (1) or is none any more (-1). */
const adminsChange = (userId: string, gained: number): Change => {
  const ids = { ids: new Set([userId]) };
  return {
    set: adminsEntity.stamp,
    add: { count: gained, ...(gained > 0 ? ids : {}) },
    ...(gained > 0 ? {} : { drop: ids }),
  };
};

/**
 * The write that changes the number of administrators, if it changes. It belongs in the transaction of the change. Its
 * condition fails when no administrator would be left.
 */
export const countAdminsWrite = (table: Table, userId: string, gained: number): readonly Write[] => {
  if (gained === 0) return [];
  const others: Expression = { expression: '#count > :one', names: { '#count': 'count' }, values: { ':one': 1 } };
  return [table.write.update(adminsKey, adminsChange(userId, gained), gained > 0 ? anyAdmins : others)];
};

/** Condition: the account is disabled, or it is not. A user without stored rights is not. */
export const isDisabled = (disabled: boolean): Expression => ({
  expression: disabled ? '#disabled = :disabled' : 'attribute_not_exists(#pk) OR #disabled = :disabled',
  names: { '#disabled': 'disabled', ...(disabled ? {} : { '#pk': 'pk' }) },
  values: { ':disabled': disabled },
});

/**
 * A user's rights; undefined when none are stored. A batch of one key, because that is the read of rights that every
 * API function may make.
 */
export const readRights = async (
  table: Table,
  userId: string,
  options: { readonly consistent?: boolean } = {},
): Promise<Rights | undefined> => {
  const [item] = await table.getMany([rightsEntity.key({ user_id: userId })], options);
  return item && rightsEntity.parse(item);
};

export type RightsRepository = ReturnType<typeof createRightsRepository>;

/** Rights of users: roles and whether an account is disabled. */
export const createRightsRepository = (table: Table) => {
  const read = (userId: string, options?: { readonly consistent?: boolean }): Promise<Rights | undefined> =>
    readRights(table, userId, options);

  /** The write that gives a user the role admin; undefined when they already have it. */
  const grant = (userId: string, rights: Rights | undefined): Write | undefined => {
    if (!rights) return table.write.put(rightsEntity.toItem({ ...newAccountRights(userId), role: 'admin' }), isNew);
    if (rights.disabled)
      throw new AppError('invalid_state', 'This account is disabled. An administrator can enable it.');
    if (rights.role === 'admin') return undefined;
    return table.write.update(rightsEntity.key(rights), { set: { role: 'admin' } }, unchanged(rights));
  };

  return {
    /** A20. A user's rights, without plan and sessions; 0.5 RRU. Throws when the stored item is corrupt. */
    read,

    /** A2. Stores the rights of a new account unless there are some. */
    async createIfMissing(userId: string): Promise<void> {
      await ignoreConditionFailed(table.put(rightsEntity.toItem(newAccountRights(userId)), isNew));
    },

    /** A13. Stores whether a user has set up a second factor. */
    async setSecondFactor(userId: string, has: boolean): Promise<void> {
      const change = { set: { second_factor: has ? true : undefined } };
      await ignoreConditionFailed(table.update(rightsEntity.key({ user_id: userId }), change));
    },

    /** A7. The number of administrators, strongly consistent; 1 RRU. */
    async countAdmins(): Promise<number> {
      const item = await table.get(adminsKey, { consistent: true });
      return typeof item?.['count'] === 'number' ? item['count'] : 0;
    },

    /**
     * A3. Makes a user an administrator and counts them, in one transaction. Throws AppError `already_exists` when
     * there is an administrator and `another` is false, and `invalid_state` for a disabled account. No effect when the
     * user already is an administrator.
     */
    async grantAdmin(
      userId: string,
      { another, recorded }: { another: boolean; recorded?: { readonly at: string; readonly by: ActBy } },
    ): Promise<void> {
      await optimistic<void>(async () => {
        const rights = await read(userId, { consistent: true });
        const write = grant(userId, rights);
        if (!write) return undefined;
        const change = { role: rights?.role ?? null };
        const audit = recorded && {
          ...recorded.by,
          action: 'user.role-assigned' as const,
          targetId: userId,
          before: change,
          after: { role: 'admin' },
        };
        const granted = table.transact([
          table.write.update(adminsKey, adminsChange(userId, 1), another ? anyAdmins : noAdmins),
          write,
          ...(audit ? [auditWrite(table, audit, recorded.at)] : []),
        ]);
        return onConditionFailed<void, typeof RETRY>(granted, ({ index }) => {
          if (index === 0) throw new AppError('already_exists', 'This stage already has an administrator.');
          return RETRY;
        });
      });
    },
  };
};
