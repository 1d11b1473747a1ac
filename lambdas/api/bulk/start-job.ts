import type { BulkAction } from '../../contract/content/bulk.ts';
import { LEASE_MS, kindOf, type StoredItem, type StoredJob } from '../../domain/bulk/job.ts';
import type { Actor } from '../../http/route.ts';
import type { BulkDeps } from './deps.ts';

/** A job to start: an action, or the job that it undoes. */
export interface NewJob {
  readonly actor: Actor;
  readonly requestId: string;
  readonly action?: BulkAction;
  readonly undoOf?: string;
  readonly items: readonly Pick<StoredItem, 'content_id' | 'title' | 'before' | 'after'>[];
}

/**
 * Stores a job and publishes its event. The job also runs if the event cannot be published: the content schedule finds
 * jobs without a worker every minute. Returns undefined when the job to undo was already undone.
 */
export const startJob = async (
  deps: BulkDeps,
  { actor, requestId, action, undoOf, items }: NewJob,
): Promise<StoredJob | undefined> => {
  const id = `job_${deps.newId()}`;
  const at = deps.now();
  const job: StoredJob = {
    id,
    ...(action ? { action } : {}),
    ...(undoOf === undefined ? {} : { undo_of: undoOf }),
    state: 'running',
    total: items.length,
    changed: 0,
    same: 0,
    failed: 0,
    created_by: actor.userId,
    role: actor.role,
    request_id: requestId,
    created_at: new Date(at).toISOString(),
    lease_until: new Date(at + LEASE_MS).toISOString(),
  };
  const stored = items.map((item, number): StoredItem => ({ ...item, job_id: id, number, state: 'waiting' }));
  const act = {
    actor,
    requestId,
    action: undoOf === undefined ? 'job.started' : 'job.undone',
    targetId: undoOf ?? id,
    before: null,
    after: { job: id, kind: kindOf(job), action: action ?? null, total: items.length },
  } as const;
  if ((await deps.jobs.create(job, stored, act)) === 'undone') return undefined;
  await deps.events
    .publish('BulkJobStarted.v1', { jobId: id })
    .catch((error: unknown) => deps.logger.error('Could not publish the start of a job', { jobId: id }, error));
  return job;
};
