import { endpoints } from '../../contract/index.ts';
import { jobView } from '../../domain/bulk/job.ts';
import { route } from '../../http/route.ts';
import type { BulkDeps } from './deps.ts';

/** Lists jobs, newest first. */
export const listJobs = ({ jobs }: BulkDeps) =>
  route(endpoints['bulk.list-jobs'], async ({ query: { cursor, limit } }) => {
    const { items, next_cursor } = await jobs.list({ cursor, limit });
    return { status: 200, body: { items: items.map(jobView), next_cursor } };
  });
