import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { mustBeOfAnother } from '../../domain/library/playlist.ts';
import { route } from '../../http/route.ts';
import type { ModerationDeps } from './deps.ts';
import { mustExist } from './must-exist.ts';

/** Closes the open reports of a playlist, unless there are newer ones than the administrator saw. */
export const dismissReports = (deps: ModerationDeps) =>
  route(endpoints['moderation.dismiss-reports'], async ({ actor, requestId, params, body: { revision } }) => {
    mustBeOfAnother(await mustExist(deps, params.id), actor.userId);
    const decision = { by: { actor, requestId }, now: deps.now() };
    const outcome = await deps.decisions.dismissReports(params.id, revision, decision);
    if (outcome === 'newer') throw new AppError('version_conflict', 'There are newer reports. Read them first.');
    return { status: 204 };
  });
