import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { jobView, mayUndo, type StoredJob } from '../../domain/bulk/job.ts';
import { route } from '../../http/route.ts';
import type { BulkDeps } from './deps.ts';
import { startJob } from './start-job.ts';

/** The job that undid another one, if there is one. */
const undoing = async ({ jobs }: BulkDeps, job: StoredJob): Promise<StoredJob | undefined> =>
  job.undone_by === undefined ? undefined : jobs.get(job.undone_by);

/** Begins the job that undoes another one. */
export const undoJob = (deps: BulkDeps) =>
  route(endpoints['bulk.undo-job'], async ({ params, actor, requestId }) => {
    const job = await deps.jobs.get(params.id);
    if (!job) throw new AppError('job_not_found');
    const begun = await undoing(deps, job);
    if (begun) return { status: 202, body: jobView(begun) };
    if (!mayUndo(job))
      throw new AppError(
        'invalid_state',
        job.state === 'running' ? 'The job is still at work.' : 'There is nothing to put back.',
      );
    const items = (await deps.jobs.allItems(job.id)).filter(({ state }) => state === 'done' || state === 'applied');
    const made = await startJob(deps, { actor, requestId, undoOf: job.id, items });
    const undo = made ?? (await undoing(deps, (await deps.jobs.get(job.id)) ?? job));
    if (!undo) throw new AppError('invalid_state', 'There is nothing to put back.');
    return { status: 202, body: jobView(undo) };
  });
