import type { AuditAct } from '../../domain/audit/act.ts';
import { restorableOf, type Decision } from '../../domain/bulk/decide.ts';
import type { StoredItem, StoredJob } from '../../domain/bulk/job.ts';
import { deletionOf, editOf, type ActOf } from '../../domain/content/audited.ts';
import type { Content } from '../../domain/content/content.ts';
import type { BulkDeps } from './deps.ts';
import type { LeasedJob } from './read-and-decide.ts';

const byOf = ({ created_by: userId, role, request_id: requestId, id }: StoredJob): ActOf => ({
  actor: { userId, role },
  requestId,
  reason: `Job ${id}`,
});

const actOf = (job: StoredJob, before: Content, after: Content): AuditAct =>
  after.deleted_at === undefined ? editOf(byOf(job), before, after) : deletionOf(byOf(job), before);

/** Marks an item as failed and counts it. */
export const failItem = async (
  deps: BulkDeps,
  { worker }: LeasedJob,
  item: StoredItem,
  reason: string,
): Promise<StoredItem> => {
  const end = { state: 'failed' as const, reason };
  await deps.transact(deps.jobs.settleWrites(item, end, worker));
  return { ...item, ...end };
};

/**
 * Stores a decision: the content item, the job's item and the job's counts in one transaction. Throws ConditionFailed
 * with index 0 when the content item has changed since it was read, and with another index when another worker has the
 * job's lease.
 */
export const settleItem = async (
  deps: BulkDeps,
  lease: LeasedJob,
  item: StoredItem,
  content: Content | undefined,
  decision: Decision,
): Promise<StoredItem> => {
  if (decision.outcome === 'failed') return failItem(deps, lease, item, decision.reason);
  if (decision.outcome === 'same' || !content) {
    const end = { state: 'same' as const };
    await deps.transact(deps.jobs.settleWrites(item, end, lease.worker));
    return { ...item, ...end };
  }
  const { after } = decision;
  const end = { state: 'applied' as const, before: restorableOf(content), after: restorableOf(after) };
  await deps.content.saveEdit(content, after, actOf(lease.job, content, after), {
    more: deps.jobs.settleWrites(item, end, lease.worker),
  });
  return { ...item, ...end };
};
