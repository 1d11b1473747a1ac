import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { jobView } from '../../domain/bulk/job.ts';
import { route } from '../../http/route.ts';
import type { BulkDeps } from './deps.ts';

/** Returns a job with its current counts. */
export const getJob = ({ jobs }: BulkDeps) =>
  route(endpoints['bulk.get-job'], async ({ params }) => {
    const job = await jobs.get(params.id);
    if (!job) throw new AppError('job_not_found');
    return { status: 200, body: jobView(job) };
  });
