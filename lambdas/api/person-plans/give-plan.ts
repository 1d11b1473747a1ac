import { endpoints } from '../../contract/index.ts';
import { giveComplimentary } from '../../domain/billing/complimentary.ts';
import { route } from '../../http/route.ts';
import { changePlan } from './change-plan.ts';
import type { PersonPlansDeps } from './deps.ts';

/** Gives a user a plan free of charge. */
export const givePlan = (deps: PersonPlansDeps) =>
  route(
    endpoints['person-plans.give-plan'],
    async ({ actor, requestId, params: { id }, body: { replaces, ...gift } }) => {
      const act = { actor, requestId, reason: gift.reason, action: 'user.plan-given' } as const;
      const change = giveComplimentary(gift, replaces, actor.userId, new Date(deps.now()).toISOString());
      return { status: 200, body: await changePlan(deps, id, change, act) };
    },
  );
