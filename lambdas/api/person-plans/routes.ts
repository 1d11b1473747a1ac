import type { Route } from '../../http/route.ts';
import type { PersonPlansDeps } from './deps.ts';
import { endPlan } from './end-plan.ts';
import { getPlan } from './get-plan.ts';
import { givePlan } from './give-plan.ts';
import { listHistory } from './list-history.ts';

/** The feature's endpoints. */
export const personPlansRoutes = (deps: PersonPlansDeps): readonly Route[] => [
  getPlan(deps),
  listHistory(deps),
  givePlan(deps),
  endPlan(deps),
];
