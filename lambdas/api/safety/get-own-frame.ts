import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { route } from '../../http/route.ts';
import type { SafetyDeps } from './deps.ts';
import { readOwned } from './owned-title.ts';
import { frameResponse } from './read-frame.ts';

/** Returns a frame that counts for the verdict to the owner of the title. */
export const getOwnFrame = (deps: SafetyDeps) =>
  route(endpoints['safety.get-own-frame'], async ({ params: { id, evidenceId }, actor }) => {
    const found = await readOwned(deps, id, actor);
    const isShown = found.verdict.raised.some(({ evidence_ids: ids }) => ids.includes(evidenceId));
    if (!isShown) throw new AppError('media_not_available');
    return frameResponse(deps, found, evidenceId);
  });
