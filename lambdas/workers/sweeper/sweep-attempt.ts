import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { dueAt, fail, isOverdue, isRunning, type Attempt } from '../../domain/conversion/attempt.ts';
import { stepNamed } from '../../domain/pipeline/definition.ts';
import type { SweeperDeps } from './deps.ts';

/**
 * Requests an attempt again that no worker is busy with: its worker stopped before it created a job, or its event was
 * lost. The first worker that receives the request takes the attempt over; during its lease, others wait.
 */
const requestAgain = async (deps: SweeperDeps, attempt: Attempt): Promise<void> => {
  const { content_id: contentId, version_id: versionId, attempt: number } = attempt;
  await deps.events.publish('ConversionRequested.v1', { contentId, versionId, attempt: number });
  deps.logger.warn('Abandoned conversion requested again', { contentId, attempt: number });
};

/** Fails an attempt that is past its deadline, so that users can restart it, or requests it again before that. */
export const sweepAttempt = (deps: SweeperDeps, due: Attempt): Promise<void> =>
  optimistic(async () => {
    const attempt = await deps.attempts.get(due);
    const now = deps.now();
    if (!attempt || !isRunning(attempt) || dueAt(attempt) > new Date(now).toISOString()) return undefined;
    if (!isOverdue(attempt, now)) return requestAgain(deps, attempt);
    // The job is canceled first: if this run stops before the attempt is failed, the next one finds it again.
    if (attempt.job_id !== undefined) await deps.converter.cancelJob(attempt.job_id);
    const { overdueReason } = stepNamed(attempt.job_id === undefined ? 'probe' : 'convert', deps.definitions);
    const failed = fail(attempt, 'overdue', overdueReason, now);
    let result = await deps.conversions.advance(attempt, failed);
    if (result === 'orphaned')
      result = (await deps.conversions.saveAttempt(attempt, { ...attempt, state: 'superseded' })) ? 'saved' : 'changed';
    if (result === 'changed') return RETRY;
    deps.logger.warn('Overdue conversion failed', { contentId: attempt.content_id, attempt: attempt.attempt });
    return undefined;
  });
