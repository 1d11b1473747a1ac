import * as z from 'zod/mini';
import { endpoint, STEP_UP } from '../endpoint.ts';
import { CategoryId, ContentId, JobId, Timestamp, UserId, line, pageOf, pageQuery } from '../shared.ts';

/** Maximum number of content items in one job. */
export const MAX_BULK_ITEMS = 1000;

const tagList = z._default(z.array(line(50, 1)).check(z.maxLength(30)), []);

/** What a job does to each of its content items. */
export const BulkAction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('publish') }),
  z.strictObject({ kind: z.literal('unpublish') }),
  z.strictObject({ kind: z.literal('move'), category_id: z.nullable(CategoryId) }),
  z.strictObject({ kind: z.literal('tag'), add: tagList, remove: tagList }),
  z.strictObject({ kind: z.literal('delete') }),
]);
export type BulkAction = z.infer<typeof BulkAction>;

/** Kind of a job. `undo` reverts the changes of another job. */
export const BulkKind = z.enum(['publish', 'unpublish', 'move', 'tag', 'delete', 'undo']);
export type BulkKind = z.infer<typeof BulkKind>;

/** `changed`: the change was made. `same`: nothing to change. `failed`: not possible; see `reason`. */
export const BulkOutcome = z.enum(['changed', 'same', 'failed']);
export type BulkOutcome = z.infer<typeof BulkOutcome>;

/** The planned or actual result of a job for one content item. */
export const BulkItem = z.object({
  content_id: ContentId,
  /** The title when the job was created. */
  title: z.string(),
  /** Null until the job reaches this item. */
  outcome: z.nullable(BulkOutcome),
  /** Why the change failed. */
  reason: z.nullable(z.string()),
});
export type BulkItem = z.infer<typeof BulkItem>;

/** A job that changes many content items. */
export const BulkJob = z.object({
  id: JobId,
  kind: BulkKind,
  state: z.enum(['running', 'done']),
  total: z.number(),
  changed: z.number(),
  same: z.number(),
  failed: z.number(),
  /** The job that this one undoes. */
  undo_of: z.nullable(JobId),
  /** The job that undoes this one. */
  undone_by: z.nullable(JobId),
  /** True when the job is done, changed something and has not been undone. Deletions cannot be undone. */
  can_undo: z.boolean(),
  created_by: UserId,
  created_at: Timestamp,
  finished_at: z.nullable(Timestamp),
});
export type BulkJob = z.infer<typeof BulkJob>;

const ids = z.array(ContentId).check(z.minLength(1), z.maxLength(MAX_BULK_ITEMS));
const id = z.strictObject({ id: JobId });

export const bulkEndpoints = {
  'bulk.preview-job': endpoint({
    method: 'POST',
    path: '/api/admin/bulk/preview',
    auth: 'admin',
    summary: 'Previews the result of a job without changing anything.',
    body: z.strictObject({ action: BulkAction, ids }),
    responses: {
      200: z.object({
        total: z.number(),
        changed: z.number(),
        same: z.number(),
        failed: z.number(),
        items: z.array(BulkItem),
      }),
    },
    errors: ['category_not_found'],
  }),
  'bulk.create-job': endpoint({
    method: 'POST',
    path: '/api/admin/bulk/jobs',
    auth: 'admin',
    ...STEP_UP,
    summary: 'Starts a job for up to 1,000 content items. Deletions must repeat the number of items in `confirmed`.',
    body: z.strictObject({ action: BulkAction, ids, confirmed: z.optional(z.number().check(z.int())) }),
    responses: { 202: BulkJob },
    errors: ['category_not_found'],
  }),
  'bulk.list-jobs': endpoint({
    method: 'GET',
    path: '/api/admin/bulk/jobs',
    auth: 'admin',
    summary: 'Lists the jobs that are kept, newest first.',
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(BulkJob) },
    errors: ['invalid_cursor'],
  }),
  'bulk.get-job': endpoint({
    method: 'GET',
    path: '/api/admin/bulk/jobs/{id}',
    auth: 'admin',
    summary: 'Returns a job with its current counts.',
    params: id,
    responses: { 200: BulkJob },
    errors: ['job_not_found'],
  }),
  'bulk.list-items': endpoint({
    method: 'GET',
    path: '/api/admin/bulk/jobs/{id}/items',
    auth: 'admin',
    summary: 'Lists the results of a job for each content item, in the order of the request.',
    params: id,
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(BulkItem) },
    errors: ['job_not_found', 'invalid_cursor'],
  }),
  'bulk.undo-job': endpoint({
    method: 'POST',
    path: '/api/admin/bulk/jobs/{id}/undo',
    auth: 'admin',
    ...STEP_UP,
    summary:
      'Starts a job that undoes another one, except for items changed since. Repeating the call returns the same job.',
    params: id,
    responses: { 202: BulkJob },
    errors: ['job_not_found', 'invalid_state'],
  }),
};
