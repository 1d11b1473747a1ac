import { LEASE_MS } from '../../domain/bulk/job.ts';
import type { CategoryChoice } from '../../domain/content/edit.ts';
import type { HeldJob } from './decide-for.ts';
import type { BulkDeps } from './deps.ts';
import { workItem } from './work-item.ts';

/** Milliseconds after which a run hands over to the next, so that it ends before the function's own limit of five minutes. */
const RUN_MS = 4 * 60_000;

/** Looks a category up once for a run. */
const rememberCategories = ({ categories }: BulkDeps): HeldJob['category'] => {
  const known = new Map<string, Promise<CategoryChoice | undefined>>();
  return (id) => {
    if (id === null) return Promise.resolve(null);
    const found = known.get(id) ?? categories.get(id);
    known.set(id, found);
    return found;
  };
};

/**
 * Works a job to its end: each item that has not had its turn, and what was begun and not finished. Only who holds the job changes anything by it, and
 * each change is one transaction with its item and the count, so that a stop anywhere loses and repeats nothing: whoever takes the job next goes on
 * there. A job that somebody else holds is left to them.
 */
export const workJob = async (deps: BulkDeps, jobId: string): Promise<void> => {
  const { jobs, logger, now } = deps;
  const worker = deps.newWorker();
  const job = await jobs.get(jobId);
  if (!job || job.state === 'done' || !(await jobs.hold(jobId, worker, now()))) return;
  const began = now();
  let held = began;
  const category = rememberCategories(deps);
  for (const item of await jobs.allItems(jobId)) {
    if (item.state !== 'waiting' && item.state !== 'applied') continue;
    if (now() - held > LEASE_MS / 3) {
      held = now();
      if (!(await jobs.hold(jobId, worker, held))) return;
    }
    if (now() - began > RUN_MS) {
      await jobs.release(jobId, worker);
      return deps.events.publish('BulkJobStarted.v1', { jobId });
    }
    await workItem(deps, { job, worker, category }, item);
  }
  await jobs.finish(jobId, worker, now());
  logger.info('Job done', { jobId, total: job.total });
};
