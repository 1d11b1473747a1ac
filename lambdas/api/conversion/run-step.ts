import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { endpoints } from '../../contract/index.ts';
import { factsOf } from '../../data/conversion/conversion-record.ts';
import type { ActBy, AuditAct } from '../../domain/audit/act.ts';
import { AppError } from '../../domain/app-error.ts';
import { requestPlaylists } from '../../domain/conversion/attempt.ts';
import { currentAttempt, stepsRunWith } from '../../domain/conversion/steps.ts';
import { route } from '../../http/route.ts';
import { readSteps } from './read-steps.ts';
import { restart } from './restart.ts';
import type { ConversionApiDeps } from './deps.ts';

/**
 * Notes that the playlists of the current attempt are wanted again and asks the conversion worker for them. Asked twice
 * it tells the worker twice.
 */
const writePlaylists = ({ conversions, events, now }: ConversionApiDeps, contentId: string, by: ActBy): Promise<void> =>
  optimistic(async () => {
    const history = await conversions.readHistory(contentId);
    if (!history?.content || history.content.deleted_at !== undefined) throw new AppError('content_not_found');
    const attempt = currentAttempt({ attempts: history.attempts, current: factsOf(history).current_attempt });
    if (attempt?.state !== 'completed')
      throw new AppError('invalid_state', 'Playlists can be written once the conversion is complete.');
    const asked = requestPlaylists(attempt, now());
    const act: AuditAct = {
      ...by,
      action: 'content.playlists-requested',
      targetId: contentId,
      before: {},
      after: { attempt: attempt.attempt },
    };
    if (
      asked !== attempt &&
      !(await conversions.saveAttempt(attempt, asked, { act, at: new Date(now()).toISOString() }))
    )
      return RETRY;
    await events.publish('PlaylistsRequested.v1', {
      contentId,
      versionId: attempt.version_id,
      attempt: attempt.attempt,
    });
    return undefined;
  });

/** Runs a step again, with those that come from the same work. */
export const runStep = (deps: ConversionApiDeps) =>
  route(endpoints['conversion.run-step'], async ({ params: { id, step }, actor, requestId }) => {
    const by = { actor, requestId };
    if (step === 'upload')
      throw new AppError('invalid_state', 'A file cannot be sent again from here. Upload it again.');
    await (step === 'ready' ? writePlaylists(deps, id, by) : restart(deps, id, by));
    return {
      status: 202,
      body: { content_id: id, runs: [...stepsRunWith(step)], steps: await readSteps(deps, id, actor.role) },
    };
  });
