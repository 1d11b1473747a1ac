import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { endPlaylists, fail, isOverdue, isRunning, type Attempt } from '../../domain/conversion/attempt.ts';
import { PLAYLISTS_OVERDUE_REASON, overdueReason } from '../../domain/conversion/reasons.ts';
import type { SweeperDeps } from './deps.ts';

/** Ends the writing of playlists that nothing ended in its time. False when the attempt changed meanwhile. */
const sweepPlaylists = async (deps: SweeperDeps, attempt: Attempt): Promise<boolean> =>
  (await deps.conversions.saveAttempt(attempt, endPlaylists(attempt, PLAYLISTS_OVERDUE_REASON, deps.now()))) !==
  undefined;

/** Ends an attempt that nothing ended in its time, so that nobody waits for it and a restart is offered. */
export const sweepAttempt = (deps: SweeperDeps, due: Attempt): Promise<void> =>
  optimistic(async () => {
    const attempt = await deps.attempts.get(due);
    if (!attempt || !isOverdue(attempt, deps.now())) return undefined;
    if (!isRunning(attempt)) return (await sweepPlaylists(deps, attempt)) ? undefined : RETRY;
    // Before the attempt is ended: a run that stops in between finds it again, and no job goes on that nobody waits
    // for.
    if (attempt.job_id !== undefined) await deps.converter.cancelJob(attempt.job_id);
    const failed = fail(attempt, 'overdue', overdueReason(attempt.job_id !== undefined), deps.now());
    let result = await deps.conversions.advance(attempt, failed);
    if (result === 'orphaned')
      result = (await deps.conversions.saveAttempt(attempt, { ...attempt, state: 'superseded' })) ? 'saved' : 'changed';
    if (result === 'changed') return RETRY;
    deps.logger.warn('Overdue conversion ended', { contentId: attempt.content_id, attempt: attempt.attempt });
    return undefined;
  });
