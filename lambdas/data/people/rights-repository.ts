import * as z from 'zod/mini';
import { Plan, Role, UserId } from '../../contract/shared.ts';
import { newAccountRights, type Rights, type RightsReader } from '../../domain/accounts/actor.ts';
import type { ActBy } from '../../domain/audit/act.ts';
import { AppError } from '../../domain/app-error.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import { defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { ConditionFailed, isNew, type Expression, type Table, type Write } from '../table/table.ts';

/** Rights of a person. */
export const rightsEntity = defineEntity({
  type: 'RIGHTS',
  v: 1,
  schema: z.object({ user_id: UserId, role: Role, plan: Plan, disabled: z.boolean() }),
  key: ({ user_id: userId }: { user_id: string }) => ({ pk: key('USER', userId), sk: 'RIGHTS' }),
});

/**
 * How many administrators there are: changed in the transaction that makes or unmakes one, so that it is never a guess.
 */
export const adminsKey = { pk: 'ADMINS', sk: 'META' } as const;

/** Tries of a role change that another change overtook. */
const MAX_TRIES = 5;

/** Condition: nobody is an administrator yet. */
const noAdmins: Expression = {
  expression: 'attribute_not_exists(#count) OR #count = :zero',
  names: { '#count': 'count' },
  values: { ':zero': 0 },
};

const anyAdmins: Expression = { ...noAdmins, expression: 'attribute_not_exists(#count) OR #count >= :zero' };

/** Condition: role and state of a person are still those that were read. */
export const unchanged = ({ role, disabled }: Pick<Rights, 'role' | 'disabled'>): Expression => ({
  expression: '#role = :role AND #disabled = :disabled',
  names: { '#role': 'role', '#disabled': 'disabled' },
  values: { ':role': role, ':disabled': disabled },
});

/**
 * The write that keeps count of administrators, when a change makes or unmakes one. It belongs into the change's own
 * transaction; its condition fails when nobody would be left.
 */
export const countAdminsWrite = (table: Table, gained: number): readonly Write[] => {
  if (gained === 0) return [];
  const others: Expression = { expression: '#count > :one', names: { '#count': 'count' }, values: { ':one': 1 } };
  return [
    table.write.update(
      adminsKey,
      { set: { type: 'ADMINS', v: 1 }, add: { count: gained } },
      gained > 0 ? anyAdmins : others,
    ),
  ];
};

export type RightsRepository = ReturnType<typeof createRightsRepository>;

/** Rights of people: roles, plans and whether an account is disabled. */
export const createRightsRepository = (table: Table) => {
  const read = async (userId: string, options: { consistent?: boolean } = {}): Promise<Rights | undefined> => {
    const item = await table.get(rightsEntity.key({ user_id: userId }), options);
    return item && rightsEntity.parse(item);
  };

  /** Write that gives a person the role admin, or nothing when they have it. */
  const grant = (userId: string, rights: Rights | undefined): Write | undefined => {
    if (!rights) return table.write.put(rightsEntity.toItem({ ...newAccountRights(userId), role: 'admin' }), isNew);
    if (rights.disabled)
      throw new AppError('invalid_state', 'This account is disabled. An administrator can enable it.');
    if (rights.role === 'admin') return undefined;
    return table.write.update(rightsEntity.key(rights), { set: { role: 'admin' } }, unchanged(rights));
  };

  return {
    /** A1. The caller's rights; 0.5 RRU. Throws when the stored item is corrupt: then nobody gets in. */
    read,

    /** A2. Writes the rights of a new account unless some stand there. */
    async createIfMissing(userId: string): Promise<void> {
      try {
        await table.put(rightsEntity.toItem(newAccountRights(userId)), isNew);
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
      }
    },

    /** A7. How many administrators there are, strongly consistent; 1 RRU. */
    async countAdmins(): Promise<number> {
      const item = await table.get(adminsKey, { consistent: true });
      return typeof item?.['count'] === 'number' ? item['count'] : 0;
    },

    /**
     * A3. Makes a person an administrator and counts them, in one transaction. Throws AppError `already_exists` when
     * there is an administrator and `another` is false, `invalid_state` for a disabled account. Asked again for the
     * same person it changes nothing.
     */
    async grantAdmin(
      userId: string,
      { another, noted }: { another: boolean; noted?: { readonly at: string; readonly by: ActBy } },
    ): Promise<void> {
      for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
        const rights = await read(userId, { consistent: true });
        const write = grant(userId, rights);
        if (!write) return;
        try {
          await table.transact([
            table.write.update(
              adminsKey,
              { set: { type: 'ADMINS', v: 1 }, add: { count: 1 } },
              another ? anyAdmins : noAdmins,
            ),
            write,
            ...(noted
              ? [
                  auditWrite(
                    table,
                    {
                      ...noted.by,
                      action: 'user.role-assigned',
                      targetId: userId,
                      before: { role: rights?.role ?? null },
                      after: { role: 'admin' },
                    },
                    noted.at,
                  ),
                ]
              : []),
          ]);
          return;
        } catch (error) {
          if (!(error instanceof ConditionFailed)) throw error;
          if (error.index === 0) throw new AppError('already_exists', 'This stage has an administrator already.');
        }
      }
      throw new AppError('version_conflict');
    },
  } satisfies RightsReader & Record<string, unknown>;
};
