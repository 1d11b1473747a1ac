import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { fail, isOverdue, type Attempt } from '../../domain/conversion/attempt.ts';
import { overdueReason } from '../../domain/conversion/reasons.ts';
import type { SweeperDeps } from './deps.ts';

/** Fails an attempt that is past its deadline, so that users can restart it. */
export const sweepAttempt = (deps: SweeperDeps, due: Attempt): Promise<void> =>
  optimistic(async () => {
    const attempt = await deps.attempts.get(due);
    if (!attempt || !isOverdue(attempt, deps.now())) return undefined;
    // The job is canceled first: if this run stops before the attempt is failed, the next one finds it again.
    if (attempt.job_id !== undefined) await deps.converter.cancelJob(attempt.job_id);
    const failed = fail(attempt, 'overdue', overdueReason(attempt.job_id !== undefined), deps.now());
    let result = await deps.conversions.advance(attempt, failed);
    if (result === 'orphaned')
      result = (await deps.conversions.saveAttempt(attempt, { ...attempt, state: 'superseded' })) ? 'saved' : 'changed';
    if (result === 'changed') return RETRY;
    deps.logger.warn('Overdue conversion failed', { contentId: attempt.content_id, attempt: attempt.attempt });
    return undefined;
  });
