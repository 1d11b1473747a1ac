import { LEASE_MS, type StoredItem } from '../../domain/bulk/job.ts';
import type { BulkDeps } from './deps.ts';
import { isAdmin, rememberCategories } from './look-up.ts';
import { processItem } from './process-item.ts';

/**
 * Milliseconds after which a run hands over to the next, so that it ends before the function's own limit of five
 * minutes.
 */
const RUN_MS = 4 * 60_000;

/** Items that may fail in one run. What fails for so many of them fails for all: the next run tries again. */
const MAX_FAILURES = 5;

/** Those that had no turn come first, so that what was begun and cannot be finished keeps nothing from its turn. */
const unfinished = (items: readonly StoredItem[]): readonly StoredItem[] =>
  (['waiting', 'applied'] as const).flatMap((state) => items.filter((item) => item.state === state));

/**
 * Works a job to its end: each item that has not had its turn, and what was begun and not finished. Only who holds the
 * job changes anything by it, and each change is one transaction with its item and the count, so that a stop anywhere
 * loses and repeats nothing: whoever takes the job next goes on there. A job that somebody else holds is left to them.
 * An item that fails keeps no other from its turn; the run then fails. Whose rights are taken away changes nothing more
 * by a job either.
 */
export const processJob = async (deps: BulkDeps, jobId: string): Promise<void> => {
  const { jobs, logger, now } = deps;
  const worker = deps.newWorker();
  const job = await jobs.get(jobId);
  if (!job || job.state === 'done' || !(await jobs.hold(jobId, worker, now()))) return;
  const began = now();
  let held = began;
  let mayContinue = await isAdmin(deps, job.created_by);
  const holdOn = async (): Promise<boolean> => {
    mayContinue &&= await isAdmin(deps, job.created_by);
    return jobs.hold(jobId, worker, (held = now()));
  };
  const category = rememberCategories(deps);
  let failures = 0;
  for (const item of unfinished(await jobs.allItems(jobId))) {
    if (now() - held > LEASE_MS / 3 && !(await holdOn())) return;
    if (now() - began > RUN_MS) {
      await jobs.release(jobId, worker);
      return deps.events.publish('BulkJobStarted.v1', { jobId });
    }
    try {
      await processItem(deps, { job, worker, mayContinue, category }, item);
    } catch (error) {
      logger.error('An item of a job was not done', { jobId, contentId: item.content_id }, error);
      failures += 1;
      if (failures === MAX_FAILURES) break;
      if (!(await holdOn())) return;
    }
  }
  if (failures > 0) throw new Error(`${failures} of ${job.total} items of a job were not done`);
  await jobs.finish(jobId, worker, now());
  logger.info('Job done', { jobId, total: job.total });
};
