import { counterChanges } from '../../domain/billing/counters.ts';
import type { PaidPlan } from '../../contract/people/plans.ts';
import { newBillingRecord, type BillingEntry, type BillingRecord } from '../../domain/billing/record.ts';
import { rightsEntity } from '../people/rights-repository.ts';
import { exists, followsVersion, isNew, type Expression } from '../table/expressions.ts';
import type { StoredItem } from '../table/entity.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';
import { billingCountsEntity, billingEntity, billingEntryEntity, stripeCustomerEntity } from './billing-entities.ts';
import { planEntity } from './plan-entity.ts';

/** The item with the plan of a record, which every call of the user reads. */
const planItemOf = ({ user_id, plan, plan_until, plan_after, source }: BillingRecord): StoredItem =>
  planEntity.toItem({
    user_id,
    plan,
    plan_until: plan_until ?? undefined,
    plan_after: plan_after === 'free' ? undefined : plan_after,
    source,
  });

const anyCounts: Expression = {
  expression: 'attribute_not_exists(#pk) OR #type = :type',
  names: { '#pk': 'pk', '#type': 'type' },
  values: { ':type': billingCountsEntity.type },
};

/** The write that counts a change of a record, if it changes a counter. */
const countWrites = (table: Table, before: BillingRecord, after: BillingRecord): readonly Write[] => {
  const counts = counterChanges(before.version === 0 ? undefined : before, after);
  if (Object.keys(counts).length === 0) return [];
  return [table.write.update(billingCountsEntity.key({}), { set: billingCountsEntity.stamp, add: counts }, anyCounts)];
};

/** The writes that store the plan of a new test user, with the record, the counters and the history. */
export const testPlanWrites = (
  table: Table,
  userId: string,
  plan: PaidPlan,
  { at, by, cause }: Pick<BillingEntry, 'at' | 'by' | 'cause'>,
): readonly Write[] => {
  const before = newBillingRecord(userId, plan);
  const after = { ...before, version: 1 };
  const entry = { user_id: userId, id: 'v1', plan_before: null, plan_after: plan, source: after.source, at, by, cause };
  return [
    table.write.put(billingEntity.toItem(after), isNew),
    table.write.put(planItemOf(after), isNew),
    ...countWrites(table, before, after),
    table.write.put(billingEntryEntity.toItem({ ...entry, kind: 'plan_changed' })),
  ];
};

/**
 * The writes that replace a user's record: the record on condition of its version, the plan that calls read, the
 * counters, the history, and who a new customer is. They fail together when the record was written since it was read,
 * and when the user has no rights, because the account was erased, or rights without `rightsCondition`.
 */
export const billingWrites = (
  table: Table,
  before: BillingRecord,
  after: BillingRecord,
  entries: readonly BillingEntry[],
  rightsCondition: Expression = exists,
): readonly Write[] => {
  const { write } = table;
  const plan = planItemOf(after);
  const isSame = JSON.stringify(planItemOf(before)) === JSON.stringify(plan);
  const { customer_id: customerId } = after;
  return [
    write.put(billingEntity.toItem(after), followsVersion(before.version)),
    write.check(rightsEntity.key(after), rightsCondition),
    ...(isSame ? [] : [write.put(plan)]),
    ...(customerId === undefined || customerId === before.customer_id
      ? []
      : [write.put(stripeCustomerEntity.toItem({ customer_id: customerId, user_id: after.user_id }))]),
    ...countWrites(table, before, after),
    ...entries.map((entry) => write.put(billingEntryEntity.toItem(entry))),
  ];
};
