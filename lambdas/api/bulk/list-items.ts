import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { itemView } from '../../domain/bulk/job.ts';
import { route } from '../../http/route.ts';
import type { BulkDeps } from './deps.ts';

/** Lists the results of a job for each content item. */
export const listItems = ({ jobs }: BulkDeps) =>
  route(endpoints['bulk.list-items'], async ({ params, query: { cursor, limit } }) => {
    if (!(await jobs.get(params.id))) throw new AppError('job_not_found');
    const { items, next_cursor } = await jobs.listItems(params.id, { cursor, limit });
    return { status: 200, body: { items: items.map(itemView), next_cursor } };
  });
