import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { route } from '../../http/route.ts';
import type { ModerationDeps } from './deps.ts';

/** Closes the open reports of a playlist, unless there are newer ones than the administrator saw. */
export const dismissReports = ({ decisions, now }: ModerationDeps) =>
  route(endpoints['moderation.dismiss-reports'], async ({ actor, requestId, params, body: { revision } }) => {
    const outcome = await decisions.dismissReports(params.id, revision, { by: { actor, requestId }, now: now() });
    if (outcome === 'newer') throw new AppError('version_conflict', 'There are newer reports. Read them first.');
    return { status: 204 };
  });
