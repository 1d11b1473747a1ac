import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import type { ActBy } from '../../domain/audit/act.ts';
import { fail, isRunning, parseAttemptId, type Attempt } from '../../domain/conversion/attempt.ts';
import { CANCELED_REASON } from '../../domain/conversion/reasons.ts';
import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { route } from '../../http/route.ts';
import type { ConversionApiDeps } from './deps.ts';

const NOT_ARRIVED = 'The uploaded file has not arrived yet.';
const ENDED = 'This conversion has already ended.';

/** Fails the current attempt, with its audit entry. Returns it; one that was canceled before stays as it is. */
const failCurrent = (deps: ConversionApiDeps, contentId: string, by: ActBy): Promise<Attempt> =>
  optimistic(async () => {
    const content = await deps.content.get(contentId, { consistent: true });
    if (!content || content.deleted_at !== undefined) throw new AppError('content_not_found');
    const { current_attempt: current } = content;
    if (!current) throw new AppError('invalid_state', NOT_ARRIVED);
    const attempt = await deps.attempts.get({ content_id: contentId, ...parseAttemptId(current) });
    if (attempt?.failure === 'canceled') return attempt;
    if (!attempt || !isRunning(attempt)) throw new AppError('invalid_state', ENDED);
    const now = deps.now();
    const canceled = fail(attempt, 'canceled', CANCELED_REASON, now);
    const act = {
      ...by,
      action: 'content.conversion-canceled',
      targetId: contentId,
      before: { attempt: attempt.attempt },
      after: null,
    } as const;
    const result = await deps.conversions.advance(attempt, canceled, {
      act: { by: act, at: new Date(now).toISOString() },
    });
    return result === 'saved' ? canceled : RETRY;
  });

/**
 * Cancels a running conversion. The attempt fails first, then its job is canceled: if that fails, repeating the call
 * does it. A worker that is about to create the job cancels it itself. A job that ends in the meantime has succeeded.
 */
export const cancel = (deps: ConversionApiDeps) =>
  route(endpoints['conversion.cancel'], async ({ params: { id }, actor, requestId }) => {
    const attempt = await failCurrent(deps, id, { actor, requestId });
    if (attempt.job_id !== undefined) await deps.converter.cancelJob(attempt.job_id);
    return { status: 200, body: { content_id: id, conversion_status: 'failed' as const } };
  });
