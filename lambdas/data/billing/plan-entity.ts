import * as z from 'zod/mini';
import { PlanSource } from '../../contract/people/billing.ts';
import { Plan, Timestamp, UserId } from '../../contract/shared.ts';
import { defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';

/**
 * The part of a user's billing record that every call reads, in a partition of its own: what talks to Stripe writes
 * plans, and can never write rights. Missing for a user who never had a plan.
 */
export const planEntity = defineEntity({
  type: 'PLAN',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'owner' },
  onErase: 'delete',
  exportView: ({ plan, plan_until, plan_after, source }) => ({ plan, plan_until, plan_after, source }),
  schema: z.object({
    user_id: UserId,
    plan: Plan,
    plan_until: z.optional(Timestamp),
    plan_after: z.optional(Plan),
    source: PlanSource,
  }),
  key: ({ user_id: userId }: { user_id: string }) => ({ pk: key('PLAN', userId), sk: 'META' }),
});
