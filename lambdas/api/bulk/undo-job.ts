import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { jobView, canUndo, type StoredJob } from '../../domain/bulk/job.ts';
import { route } from '../../http/route.ts';
import type { BulkDeps } from './deps.ts';
import { startJob } from './start-job.ts';

/** The job that undoes this one, if there is one. */
const undoJobOf = async ({ jobs }: BulkDeps, job: StoredJob): Promise<StoredJob | undefined> =>
  job.undone_by === undefined ? undefined : jobs.get(job.undone_by);

/** Starts the job that undoes another one. Repeating the call returns the same job. */
export const undoJob = (deps: BulkDeps) =>
  route(endpoints['bulk.undo-job'], async ({ params, actor, requestId }) => {
    const job = await deps.jobs.get(params.id);
    if (!job) throw new AppError('job_not_found');
    const existing = await undoJobOf(deps, job);
    if (existing) return { status: 202, body: jobView(existing) };
    if (!canUndo(job))
      throw new AppError(
        'invalid_state',
        job.state === 'running' ? 'The job is still running.' : 'There is nothing to undo.',
      );
    const items = (await deps.jobs.allItems(job.id)).filter(({ state }) => state === 'done' || state === 'applied');
    const started = await startJob(deps, { actor, requestId, undoOf: job.id, items });
    const undo = started ?? (await undoJobOf(deps, (await deps.jobs.get(job.id)) ?? job));
    if (!undo) throw new AppError('invalid_state', 'There is nothing to undo.');
    return { status: 202, body: jobView(undo) };
  });
