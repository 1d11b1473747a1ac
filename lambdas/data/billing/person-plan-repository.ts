import { AppError } from '../../domain/app-error.ts';
import type { AuditAct } from '../../domain/audit/act.ts';
import type { ChangeComplimentary } from '../../domain/billing/complimentary.ts';
import { withComplimentary } from '../../domain/billing/complimentary.ts';
import { newBillingRecord, type BillingEntry, type BillingRecord } from '../../domain/billing/record.ts';
import type { Logger } from '../../domain/logger.ts';
import { conflict, optimistic, RETRY } from '../../domain/optimistic.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import { readStoredCaller, type StoredCaller } from '../people/caller-reader.ts';
import { rightsEntity, unchanged } from '../people/rights-repository.ts';
import type { Cursors } from '../table/cursor.ts';
import { onConditionFailed } from '../table/errors.ts';
import { key } from '../table/keys.ts';
import { listPage, type ListPage } from '../table/list-page.ts';
import type { Table } from '../table/table.ts';
import { billingEntity, billingEntryEntity } from './billing-entities.ts';
import { billingWrites } from './billing-writes.ts';

/** Who changes a plan, and why. */
export type PlanAct = Pick<AuditAct, 'actor' | 'requestId' | 'reason' | 'action'>;

/** What the audit log shows of a record. */
const auditedFields = ({ plan, complimentary }: BillingRecord) => ({
  plan,
  complimentary_plan: complimentary?.plan ?? null,
  complimentary_until: complimentary?.until ?? null,
});

/** The record, rights and plan of a user, as stored, strongly consistent. */
const readUser = async (
  table: Table,
  id: string,
): Promise<Pick<StoredCaller, 'rights' | 'plan'> & { readonly record: BillingRecord | undefined }> => {
  const [record, { rights, plan }] = await Promise.all([
    table.get(billingEntity.key({ user_id: id }), { consistent: true }),
    readStoredCaller(table, id, ['plan']),
  ]);
  return { record: record && billingEntity.parse(record), rights, plan };
};

/** One attempt of BL10. */
const attemptChange = async (
  table: Table,
  id: string,
  change: ChangeComplimentary,
  { actor, ...act }: PlanAct,
  now: number,
): Promise<BillingRecord | typeof RETRY> => {
  const { record, rights, plan } = await readUser(table, id);
  if (!rights) throw new AppError('invalid_state', "This user hasn't signed in yet.");
  const isOwn = actor.userId === id;
  if (isOwn && (rights.role !== actor.role || rights.disabled)) throw new AppError('forbidden');
  const before = record ?? newBillingRecord(id, plan?.plan ?? 'free');
  const gift = change(before.complimentary);
  if (gift === undefined) return before;
  const after = withComplimentary(before, gift, now);
  const at = new Date(now).toISOString();
  const entry: BillingEntry = {
    user_id: id,
    at,
    id: `v${after.version}`,
    kind: 'plan_changed',
    plan_before: before.plan,
    plan_after: after.plan,
    source: after.source,
    cause: act.action,
    by: actor.userId,
  };
  const acting = unchanged({ role: actor.role, disabled: false });
  const checks = isOwn ? [] : [table.write.check(rightsEntity.key({ user_id: actor.userId }), acting)];
  const audit = { ...act, actor, targetId: id, before: auditedFields(before), after: auditedFields(after) };
  const written = table.transact([
    ...checks,
    // A transaction has one write for each item, so the rights of the actor themselves carry the condition.
    ...billingWrites(table, before, after, [entry], isOwn ? acting : undefined),
    auditWrite(table, audit, at),
  ]);
  return onConditionFailed<BillingRecord | typeof RETRY, typeof RETRY>(
    written.then(() => after),
    ({ index }) => {
      if (index < checks.length) throw new AppError('forbidden');
      return RETRY;
    },
  );
};

export type PersonPlanRepository = ReturnType<typeof createPersonPlanRepository>;

/** Plans of users, for administrators. Numbers refer to access-patterns.md. */
export const createPersonPlanRepository = (
  table: Table,
  deps: { readonly cursors: Cursors; readonly logger: Logger },
) => ({
  /**
   * A user's record as it was written last; for a user who never bought anything, one with the plan that calls read.
   * Strongly consistent: BL1 and A21; 3 RRU.
   */
  async read(id: string): Promise<BillingRecord> {
    const { record, plan } = await readUser(table, id);
    return record ?? newBillingRecord(id, plan?.plan ?? 'free');
  },

  /** BL9. What happened to a user's plan, newest first: one query. */
  history: (
    id: string,
    page: { readonly cursor: string | undefined; readonly limit: number },
  ): Promise<ListPage<BillingEntry>> =>
    listPage({ table, ...deps }, billingEntryEntity, {
      list: 'plan-history',
      partition: key('BILLING', id),
      prefix: 'ENTRY#',
      ...page,
    }),

  /**
   * BL10. Gives or ends a complimentary plan: the record, the plan that calls read, the counters, the history and
   * the audit entry, in one transaction. Returns the user's record. Throws `forbidden` when the actor is no longer an
   * administrator, `invalid_state` for a user without rights, and whatever `change` throws.
   */
  changeComplimentary: (
    id: string,
    change: ChangeComplimentary,
    act: PlanAct,
    now: () => number,
  ): Promise<BillingRecord> => optimistic(() => attemptChange(table, id, change, act, now()), { exhausted: conflict }),
});
