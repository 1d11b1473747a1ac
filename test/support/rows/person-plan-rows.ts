import { randomUUID } from 'node:crypto';
import { billingEntity, billingEntryEntity } from '../../../lambdas/data/billing/billing-entities.ts';
import { newBillingRecord, type BillingEntry, type BillingRecord } from '../../../lambdas/domain/billing/record.ts';
import type { StoredItem } from '../../../lambdas/data/table/entity.ts';
import { somePerson } from './people-rows.ts';

const AT = '2026-02-01T00:00:00.000Z';

/** A user with a complimentary plan, and the two entries that gave it, as stored items. */
export const somePlanned = (name: string, reason: string) => {
  const { person, items } = somePerson({ full_name: name, plan: 'premium' });
  const record: BillingRecord = {
    ...newBillingRecord(person.id, 'free'),
    version: 1,
    plan: 'premium',
    source: 'complimentary',
    complimentary: { plan: 'premium', until: null, reason, given_by: randomUUID(), given_at: AT },
  };
  const entries: readonly BillingEntry[] = ['v1', 'v2'].map((id) => ({
    user_id: person.id,
    at: AT,
    id,
    kind: 'plan_changed',
    plan_before: 'free',
    plan_after: 'premium',
    source: 'complimentary',
    cause: 'user.plan-given',
    by: record.complimentary?.given_by ?? null,
  }));
  const stored: readonly StoredItem[] = [
    ...items,
    billingEntity.toItem(record),
    ...entries.map((entry) => billingEntryEntity.toItem(entry)),
  ];
  return { person, stored };
};

/** A valid call for each endpoint about users' plans, with the users they affect: one for each call. */
export const personPlanRows = () => {
  const reason = 'Requested by the matrix test';
  const seen = somePlanned('Seen Guest', reason);
  const ended = somePlanned('Former Guest', reason);
  const given = somePerson();
  const params = { id: seen.person.id };
  return {
    calls: {
      'person-plans.get-plan': [{ input: { params }, success: 200 }],
      'person-plans.list-history': [{ input: { params, query: { limit: '5' } }, success: 200 }],
      'person-plans.give-plan': [
        {
          input: {
            params: { id: given.person.id },
            body: { plan: 'premium', until: '2999-01-01T00:00:00.000Z', reason, replaces: null },
          },
          success: 200,
        },
      ],
      'person-plans.end-plan': [
        { input: { params: { id: ended.person.id }, body: { reason, given_at: AT } }, success: 200 },
      ],
    } as const,
    stored: [...given.items, ...seen.stored, ...ended.stored],
  };
};
