import { endpoints } from '../../contract/index.ts';
import { endComplimentary } from '../../domain/billing/complimentary.ts';
import { route } from '../../http/route.ts';
import { changePlan } from './change-plan.ts';
import type { PersonPlansDeps } from './deps.ts';

/** Ends a user's complimentary plan. */
export const endPlan = (deps: PersonPlansDeps) =>
  route(
    endpoints['person-plans.end-plan'],
    async ({ actor, requestId, params: { id }, body: { reason, given_at: givenAt } }) => {
      const act = { actor, requestId, reason, action: 'user.plan-ended' } as const;
      return { status: 200, body: await changePlan(deps, id, endComplimentary(givenAt), act) };
    },
  );
