import { ulid } from 'ulid';
import { jobEntity, jobItemEntity } from '../../../lambdas/data/admin/bulk-entities.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { retentionMs } from '../../../lambdas/contract/retention.ts';
import type { StoredJob } from '../../../lambdas/domain/bulk/job.ts';

/** Half the retention time of jobs, so that stored ones do not expire during a test. */
const YOUNG_MS = retentionMs('bulk_jobs') / 2;

/**
 * A valid call for each endpoint and the finished jobs they need: one to read and one to undo. `changed` is the item
 * that the jobs published; `same` was already published.
 */
export const bulkRows = (
  createdBy: string,
  { changed, same }: { readonly changed: Content; readonly same: Content },
) => {
  const created_at = new Date(Date.now() - YOUNG_MS).toISOString();
  const job = (): StoredJob => ({
    id: `job_${ulid()}`,
    action: { kind: 'publish' },
    state: 'done',
    total: 2,
    changed: 1,
    same: 1,
    failed: 0,
    created_by: createdBy,
    role: 'admin',
    request_id: 'r',
    created_at,
    finished_at: created_at,
    lease_until: created_at,
  });
  const jobs = { read: job(), undone: job() };
  const items = ({ id: job_id }: StoredJob) =>
    [
      {
        job_id,
        number: 0,
        content_id: changed.id,
        title: changed.title,
        state: 'done' as const,
        before: { status: 'draft' as const },
        after: { status: 'published' as const },
      },
      { job_id, number: 1, content_id: same.id, title: same.title, state: 'same' as const },
    ].map((item) => jobItemEntity.toItem({ ...item, created_at }));
  const body = { action: { kind: 'publish' }, ids: [same.id] };
  const params = { id: jobs.read.id };
  const calls = {
    'bulk.preview-job': [{ input: { body }, success: 200 }],
    'bulk.create-job': [{ input: { body }, success: 202 }],
    'bulk.list-jobs': [{ input: {}, success: 200 }],
    'bulk.get-job': [{ input: { params }, success: 200 }],
    'bulk.list-items': [{ input: { params }, success: 200 }],
    'bulk.undo-job': [{ input: { params: { id: jobs.undone.id } }, success: 202 }],
  } as const;
  return { calls, stored: Object.values(jobs).flatMap((one) => [jobEntity.toItem(one), ...items(one)]) };
};
