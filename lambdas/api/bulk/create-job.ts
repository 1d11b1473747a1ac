import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { jobView } from '../../domain/bulk/job.ts';
import { route } from '../../http/route.ts';
import { readCategory, readContents } from './read-contents.ts';
import type { BulkDeps } from './deps.ts';
import { startJob } from './start-job.ts';

/** Begins a job. What cannot be taken back is asked for twice: by the action, and by the number of contents. */
export const createJob = (deps: BulkDeps) =>
  route(endpoints['bulk.create-job'], async ({ body: { action, ids, confirmed }, actor, requestId }) => {
    await readCategory(deps, action);
    const contents = await readContents(deps, ids);
    if (action.kind === 'delete' && confirmed !== contents.length) {
      const message = 'Say again how many contents are to be deleted: it cannot be undone.';
      throw new AppError('validation_failed', message, [{ path: 'confirmed', message }]);
    }
    const job = await startJob(deps, {
      actor,
      requestId,
      action,
      items: contents.map(([id, content]) => ({ content_id: id, title: content?.title ?? '' })),
    });
    if (!job) throw new AppError('invalid_state');
    return { status: 202, body: jobView(job) };
  });
