import { optimistic, RETRY } from '../../domain/optimistic.ts';
import type { ScheduledChange } from '../../data/content/schedule-repository.ts';
import { orRetry } from '../../data/table/errors.ts';
import { editOf } from '../../domain/content/audited.ts';
import { dueChange } from '../../domain/content/schedule.ts';
import { syncStills } from '../../domain/content/sync-stills.ts';
import type { ScheduleDeps } from './deps.ts';

/** Contents of one run; it runs every minute. */
const PER_RUN = 100;

/**
 * Does what is due on one content. Its revision decides who does it, and what is done takes its time away, so that it
 * is done once however often and late it is asked for; the note goes last, when pictures have followed too.
 */
const applyChange = (deps: ScheduleDeps, note: ScheduledChange, requestId: string): Promise<void> =>
  optimistic(async () => {
    const content = await deps.content.get(note.content_id, { consistent: true });
    if (!content) return deps.schedule.settle(note, undefined);
    const change = dueChange(content, new Date(deps.now()).toISOString());
    if (!change) {
      if (content.deleted_at === undefined) await syncStills(deps, content);
      return deps.schedule.settle(note, content);
    }
    const actor = { userId: note.set_by.user_id, role: note.set_by.role };
    const act = editOf({ actor, requestId, reason: `Planned for ${note.due_at}` }, content, change.after);
    // An item that waits for a conversion which has ended by now would wait forever.
    const edit = deps.content.saveEdit(content, change.after, act, { byConversion: change.act === 'wait' });
    if ((await orRetry(edit)) !== RETRY)
      deps.logger.info('Scheduled change applied', { contentId: content.id, act: change.act });
    // In either case: another change may be due, and the schedule is settled only when none is.
    return RETRY;
  });

/**
 * Does everything that is due by the clock: planned publications, and jobs that nobody works. One that fails does not
 * keep the others; the run then fails.
 */
export const applyDue = async (deps: ScheduleDeps, requestId: string): Promise<void> => {
  const now = deps.now();
  const onBad = (count: number): void => deps.logger.error('Corrupt items left out of what is due', { count });
  const work = [
    ...(await deps.schedule.listDue(new Date(now).toISOString(), PER_RUN, onBad)).map(
      (note) => () => applyChange(deps, note, requestId),
    ),
    ...(await deps.jobs.listLeft(now, PER_RUN)).map(
      (jobId) => () => deps.events.publish('BulkJobStarted.v1', { jobId }),
    ),
  ];
  let failures = 0;
  for (const task of work) {
    await task().catch((error: unknown) => {
      failures += 1;
      deps.logger.error('Something due was not done', {}, error);
    });
  }
  if (failures > 0) throw new Error(`${failures} of ${work.length} due things were not done`);
};
