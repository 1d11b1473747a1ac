import * as z from 'zod/mini';
import { Plan, Timestamp } from '../../contract/shared.ts';
import type { StoredPlan } from '../../domain/accounts/stored-plan.ts';
import { StoredSession, type Sessions } from '../../domain/sessions/session.ts';
import { planEntity } from '../billing/plan-entity.ts';
import { CorruptItem, type StoredItem } from '../table/entity.ts';

/** Attributes that rights had before plans and sessions got partitions of their own. */
const Moved = z.object({
  plan: z.optional(Plan),
  plan_until: z.optional(Timestamp),
  plan_after: z.optional(Plan),
  sessions: z.optional(z.record(z.string(), StoredSession)),
});
export type Moved = z.infer<typeof Moved>;

/** Names of these attributes. */
export const movedNames = ['plan', 'plan_until', 'plan_after', 'sessions'] as const satisfies readonly (keyof Moved)[];

/** These attributes of stored rights. Without any in rights that `npm run migrate` has moved, and in newer ones. */
export const movedFrom = (rights: StoredItem | undefined): Moved => {
  const parsed = Moved.safeParse(rights ?? {});
  if (!parsed.success) throw new CorruptItem('RIGHTS');
  return parsed.data;
};

/** A user's plan. Until `npm run migrate` has moved it, it may still be in the rights. */
export const storedPlan = (plan: StoredItem | undefined, rights: StoredItem | undefined): StoredPlan | undefined => {
  if (plan) return planEntity.parse(plan);
  const { plan: moved, plan_until, plan_after } = movedFrom(rights);
  return moved === undefined ? undefined : { plan: moved, plan_until, plan_after };
};

/** A user's sessions. Until `npm run migrate` has moved them, they may still be in the rights. */
export const storedSessions = (
  stored: { readonly sessions?: Sessions | undefined } | undefined,
  rights: StoredItem | undefined,
): Sessions | undefined => stored?.sessions ?? movedFrom(rights).sessions;
