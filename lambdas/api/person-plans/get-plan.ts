import { endpoints } from '../../contract/index.ts';
import { withEffectivePlan } from '../../domain/billing/decide.ts';
import { route } from '../../http/route.ts';
import type { PersonPlansDeps } from './deps.ts';
import { findPerson } from './find-person.ts';
import { viewOf } from './view-of.ts';

/** Returns the plan that a user has now, even if nothing was written since the last one ended. */
export const getPlan = (deps: PersonPlansDeps) =>
  route(endpoints['person-plans.get-plan'], async ({ params: { id } }) => {
    const [profile, record] = await Promise.all([findPerson(deps, id), deps.plans.read(id)]);
    return { status: 200, body: await viewOf(deps, profile, withEffectivePlan(record, deps.now())) };
  });
