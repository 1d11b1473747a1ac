import type { PersonPlan } from '../../contract/admin/billing.ts';
import type { AuditAct } from '../../domain/audit/act.ts';
import type { ChangeComplimentary } from '../../domain/billing/complimentary.ts';
import { withEffectivePlan } from '../../domain/billing/decide.ts';
import type { PersonPlansDeps } from './deps.ts';
import { findPerson } from './find-person.ts';
import { viewOf } from './view-of.ts';

/** Gives or ends a complimentary plan and returns the user's plan. Throws `user_not_found` and what `change` throws. */
export const changePlan = async (
  deps: PersonPlansDeps,
  id: string,
  change: ChangeComplimentary,
  act: Pick<AuditAct, 'actor' | 'requestId' | 'reason' | 'action'>,
): Promise<PersonPlan> => {
  const profile = await findPerson(deps, id);
  const record = await deps.plans.changeComplimentary(id, change, act, deps.now);
  return viewOf(deps, profile, withEffectivePlan(record, deps.now()));
};
