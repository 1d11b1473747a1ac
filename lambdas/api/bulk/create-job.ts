import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { jobView } from '../../domain/bulk/job.ts';
import { route } from '../../http/route.ts';
import type { BulkDeps } from './deps.ts';
import { readCategory, readItems } from './read-items.ts';
import { startJob } from './start-job.ts';

/** Starts a job. A deletion must repeat the number of items, because it cannot be undone. */
export const createJob = (deps: BulkDeps) =>
  route(endpoints['bulk.create-job'], async ({ body: { action, ids, confirmed }, actor, requestId }) => {
    await readCategory(deps, action);
    const items = await readItems(deps, ids);
    if (action.kind === 'delete' && confirmed !== items.length) {
      const message = "Confirm the number of items to delete. Deletion can't be undone.";
      throw new AppError('validation_failed', message, [{ path: 'confirmed', message }]);
    }
    const job = await startJob(deps, {
      actor,
      requestId,
      action,
      items: items.map(([id, content]) => ({ content_id: id, title: content?.title ?? '' })),
    });
    if (!job) throw new AppError('invalid_state');
    return { status: 202, body: jobView(job) };
  });
