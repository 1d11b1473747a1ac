import { optimistic, RETRY } from '../../domain/optimistic.ts';
import type { ScheduledChange } from '../../data/content/schedule-repository.ts';
import { orRetry } from '../../data/table/errors.ts';
import { editOf } from '../../domain/content/audited.ts';
import { dueChange } from '../../domain/content/schedule.ts';
import { syncStills } from '../../domain/content/sync-stills.ts';
import { runTasks } from '../../domain/run-tasks.ts';
import type { ScheduleDeps } from './deps.ts';

/** Maximum number of changes, and of jobs, per run. It runs every minute. */
const PER_RUN = 100;

/**
 * Applies the changes that are due on a content item. Each change clears its time and is stored only if the item's
 * revision has not changed, so it happens once. The schedule entry is removed last, after the stills are published or
 * removed too.
 */
const applyChange = (deps: ScheduleDeps, scheduled: ScheduledChange, requestId: string): Promise<void> =>
  optimistic(async () => {
    const content = await deps.content.get(scheduled.content_id, { consistent: true });
    if (!content) return deps.schedule.settle(scheduled, undefined);
    const change = dueChange(content, new Date(deps.now()).toISOString(), await deps.readSettings());
    if (!change) {
      if (content.deleted_at === undefined) await syncStills(deps, content);
      return deps.schedule.settle(scheduled, content);
    }
    const actor = { userId: scheduled.set_by.user_id, role: scheduled.set_by.role };
    const act = editOf({ actor, requestId, reason: `Scheduled for ${scheduled.due_at}` }, content, change.after);
    // A conversion that has just ended would never publish the waiting item, so such an edit is retried.
    const edit = deps.content.saveEdit(content, change.after, act, { byConversion: change.act === 'wait' });
    if ((await orRetry(edit)) !== RETRY)
      deps.logger.info('Scheduled change applied', { contentId: content.id, act: change.act });
    // In both cases: another change can be due, and the schedule entry is settled only when none is.
    return RETRY;
  });

/** Applies all due changes and restarts jobs without a worker. */
export const applyDue = async (deps: ScheduleDeps, requestId: string): Promise<void> => {
  const now = deps.now();
  const onBad = (count: number): void => deps.logger.error('Corrupt items left out of the due changes', { count });
  const tasks = [
    ...(await deps.schedule.listDue(new Date(now).toISOString(), PER_RUN, onBad)).map(
      (scheduled) => () => applyChange(deps, scheduled, requestId),
    ),
    ...(await deps.jobs.listAbandoned(now, PER_RUN)).map(
      (jobId) => () => deps.events.publish('BulkJobStarted.v1', { jobId }),
    ),
  ];
  await runTasks(tasks, 'A due task failed', deps.logger);
};
