import { LEASE_MS, type StoredItem } from '../../domain/bulk/job.ts';
import type { BulkDeps } from './deps.ts';
import { cachedCategories, isAdmin } from './lookups.ts';
import { processItem } from './process-item.ts';

/** Milliseconds after which a run continues in a new invocation, before the function's timeout of five minutes. */
const RUN_MS = 4 * 60_000;

/** Maximum number of failed items per run. More failures have a common cause, so the next run tries again. */
const MAX_FAILURES = 5;

/** Unfinished items. Waiting items come first, so that items that fail repeatedly do not block them. */
const unfinished = (items: readonly StoredItem[]): readonly StoredItem[] =>
  (['waiting', 'applied'] as const).flatMap((state) => items.filter((item) => item.state === state));

/**
 * Runs a job until all its items are finished. Only the worker with the job's lease changes items. Each change is one
 * transaction with its item and the job's counts, so an interrupted job continues without losing or repeating changes.
 * Does nothing when another worker has the lease. A failed item does not stop the others, but the run then fails. The
 * waiting items fail when the user who started the job is no longer an administrator.
 */
export const processJob = async (deps: BulkDeps, jobId: string): Promise<void> => {
  const { jobs, logger, now } = deps;
  const worker = deps.newWorker();
  const job = await jobs.get(jobId);
  if (!job || job.state === 'done' || !(await jobs.lease(jobId, worker, now()))) return;
  const began = now();
  let leasedAt = began;
  let isStillAdmin = await isAdmin(deps, job.created_by);
  const renewLease = async (): Promise<boolean> => {
    isStillAdmin &&= await isAdmin(deps, job.created_by);
    return jobs.lease(jobId, worker, (leasedAt = now()));
  };
  const category = cachedCategories(deps);
  let failures = 0;
  for (const item of unfinished(await jobs.allItems(jobId))) {
    if (now() - leasedAt > LEASE_MS / 3 && !(await renewLease())) return;
    if (now() - began > RUN_MS) {
      await jobs.release(jobId, worker);
      return deps.events.publish('BulkJobStarted.v1', { jobId });
    }
    try {
      await processItem(deps, { job, worker, isStillAdmin, category }, item);
    } catch (error) {
      logger.error('An item of a job failed', { jobId, contentId: item.content_id }, error);
      failures += 1;
      if (failures === MAX_FAILURES) break;
      if (!(await renewLease())) return;
    }
  }
  if (failures > 0) throw new Error(`${failures} of ${job.total} items of a job failed`);
  await jobs.finish(jobId, worker, now());
  logger.info('Job finished', { jobId, total: job.total });
};
