import type { Route } from '../../http/route.ts';
import { createJob } from './create-job.ts';
import { getJob } from './get-job.ts';
import { listItems } from './list-items.ts';
import { listJobs } from './list-jobs.ts';
import { previewJob } from './preview-job.ts';
import { undoJob } from './undo-job.ts';
import type { BulkDeps } from './deps.ts';

/** The feature's endpoints. */
export const bulkRoutes = (deps: BulkDeps): readonly Route[] => [
  previewJob(deps),
  createJob(deps),
  listJobs(deps),
  getJob(deps),
  listItems(deps),
  undoJob(deps),
];
