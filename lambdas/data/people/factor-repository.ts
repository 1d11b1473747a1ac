import * as z from 'zod/mini';
import { Timestamp, UserId } from '../../contract/shared.ts';
import type { AuditAct } from '../../domain/audit/act.ts';
import { noFactors, type FactorRecord } from '../../domain/factors/factors.ts';
import { conflict, optimistic, RETRY } from '../../domain/optimistic.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import { defineEntity } from '../table/entity.ts';
import { onConditionFailed } from '../table/errors.ts';
import { atRev, isNew } from '../table/expressions.ts';
import { key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

/** Names and recovery codes of a user's factors, in a partition of their own, which only one function may write. */
export const factorsEntity = defineEntity({
  type: 'FACTORS',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'owner' },
  onErase: 'delete',
  exportView: ({ totp_since, phone_since, names, recovery }) => ({
    totp_since,
    phone_since,
    names,
    recovery_codes: recovery.length,
  }),
  schema: z.object({
    user_id: UserId,
    totp_since: z.optional(Timestamp),
    phone_since: z.optional(Timestamp),
    names: z.record(z.string(), z.string()),
    recovery: z.array(z.string()),
    setup_wanted: z.optional(z.boolean()),
    passkeys_lost: z.optional(z.literal(true)),
    /** Raised by every write. */
    rev: z.number(),
  }),
  key: ({ user_id: userId }: { user_id: string }) => ({ pk: key('FACTORS', userId), sk: 'META' }),
});

export type FactorRepository = ReturnType<typeof createFactorRepository>;

/** What we store about factors. Numbers refer to access-patterns.md. */
export const createFactorRepository = (table: Table) => {
  const read = async (userId: string, consistent: boolean) => {
    const item = await table.get(factorsEntity.key({ user_id: userId }), { consistent });
    return item && factorsEntity.parse(item);
  };
  return {
    /** FA1. A user's record; 0.5 RRU. */
    async get(userId: string): Promise<FactorRecord> {
      return (await read(userId, false)) ?? noFactors(userId);
    },

    /**
     * FA2. Changes a user's record; no effect when `change` returns undefined. An `act` is recorded in the audit log,
     * in the same transaction. Returns the record after the change, or undefined.
     */
    change: (
      userId: string,
      change: (record: FactorRecord) => FactorRecord | undefined,
      recorded?: { readonly act: Omit<AuditAct, 'targetId' | 'before' | 'after'>; readonly at: string },
    ): Promise<FactorRecord | undefined> =>
      optimistic<FactorRecord | undefined>(
        async () => {
          const stored = await read(userId, true);
          const after = change(stored ?? noFactors(userId));
          if (!after) return undefined;
          const item = factorsEntity.toItem({
            ...after,
            names: { ...after.names },
            recovery: [...after.recovery],
            rev: (stored?.rev ?? 0) + 1,
          });
          const fields = { targetId: userId, before: null, after: null };
          const condition = stored ? atRev(stored.rev) : isNew;
          const written = recorded
            ? table.transact([
                table.write.put(item, condition),
                auditWrite(table, { ...recorded.act, ...fields }, recorded.at),
              ])
            : table.put(item, condition);
          return onConditionFailed(
            written.then(() => after),
            () => RETRY,
          );
        },
        { exhausted: conflict },
      ),
  };
};
