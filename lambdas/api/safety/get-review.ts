import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { SafetyDeps } from './deps.ts';
import { readReview, toReview } from './read-review.ts';

/** Returns the verdict about a title with its evidence and all decisions. */
export const getReview = (deps: SafetyDeps) =>
  route(endpoints['safety.get-review'], async ({ params, actor }) => ({
    status: 200,
    body: await toReview(deps, await readReview(deps, params.id, actor.role)),
  }));
