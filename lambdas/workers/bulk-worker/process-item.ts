import { ConditionFailed } from '../../data/table/errors.ts';
import type { AuditAct } from '../../domain/audit/act.ts';
import { AppError } from '../../domain/app-error.ts';
import { restorableOf, type Decision } from '../../domain/bulk/decide.ts';
import type { StoredItem, StoredJob } from '../../domain/bulk/job.ts';
import { deletionOf, editOf, type ActOf } from '../../domain/content/audited.ts';
import type { Content } from '../../domain/content/content.ts';
import { syncStills } from '../../domain/content/sync-stills.ts';
import { readAndDecide, type LeasedJob } from './read-and-decide.ts';
import type { BulkDeps } from './deps.ts';

/** Tries at a content that others edit at the same moment, before its turn is given up as refused. */
const MAX_TRIES = 5;

const byOf = ({ created_by: userId, role, request_id: requestId, id }: StoredJob): ActOf => ({
  actor: { userId, role },
  requestId,
  reason: `Job ${id}`,
});

const actOf = (job: StoredJob, before: Content, after: Content): AuditAct =>
  after.deleted_at === undefined ? editOf(byOf(job), before, after) : deletionOf(byOf(job), before);

/** Writes what was decided, with the item and the count, all or nothing. */
const settle = async (
  deps: BulkDeps,
  { job, worker }: LeasedJob,
  item: StoredItem,
  content: Content | undefined,
  decision: Decision,
): Promise<StoredItem> => {
  if (decision.outcome !== 'changed' || !content) {
    const end =
      decision.outcome === 'refused'
        ? { state: 'refused' as const, reason: decision.reason }
        : { state: 'same' as const };
    await deps.transact(deps.jobs.settleWrites(item, end, worker));
    return { ...item, ...end };
  }
  const { after } = decision;
  const end = { state: 'applied' as const, before: restorableOf(content), after: restorableOf(after) };
  await deps.content.saveEdit(content, after, actOf(job, content, after), {
    more: deps.jobs.settleWrites(item, end, worker),
  });
  return { ...item, ...end };
};

/** What follows a change: pictures come or go, files are removed. It may be done twice. */
const followUp = async (deps: BulkDeps, item: StoredItem): Promise<void> => {
  const content = await deps.content.get(item.content_id, { consistent: true });
  if (content?.deleted_at !== undefined) {
    await deps.events.publish('ContentDeleted.v1', { contentId: content.id });
    await deps.content.markRemovalRequested(content, new Date(deps.now()).toISOString());
  } else if (content) await syncStills(deps, content);
  await deps.jobs.finishItem(item);
};

/** Does one item of a job, or what is left of it. Throws ConditionFailed when another worker holds the job by now. */
export const processItem = async (deps: BulkDeps, held: LeasedJob, item: StoredItem): Promise<void> => {
  let done = item;
  for (let tries = 1; done.state === 'waiting'; tries += 1) {
    const [content, decision] = await readAndDecide(deps, held, item);
    try {
      done = await settle(
        deps,
        held,
        item,
        content,
        tries > MAX_TRIES ? { outcome: 'refused', reason: 'Somebody was changing it all the time.' } : decision,
      );
    } catch (error) {
      if (error instanceof AppError)
        done = await settle(deps, held, item, undefined, { outcome: 'refused', reason: error.message });
      // Only the content itself may have changed: then it is decided anew.
      else if (
        !(error instanceof ConditionFailed) ||
        error.index > 0 ||
        decision.outcome !== 'changed' ||
        tries > MAX_TRIES
      )
        throw error;
    }
  }
  if (done.state === 'applied') await followUp(deps, done);
};
