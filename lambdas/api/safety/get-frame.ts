import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { SafetyDeps } from './deps.ts';
import { frameResponse } from './read-frame.ts';
import { readReview } from './read-review.ts';

/** Returns a frame to staff who review the title. */
export const getFrame = (deps: SafetyDeps) =>
  route(endpoints['safety.get-frame'], async ({ params: { id, evidenceId }, actor }) =>
    frameResponse(deps, await readReview(deps, id, actor.role), evidenceId),
  );
