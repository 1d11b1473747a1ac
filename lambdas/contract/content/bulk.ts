import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { CategoryId, ContentId, JobId, Timestamp, UserId, line, pageOf, pageQuery } from '../shared.ts';

/** Contents of one job at most. */
export const MAX_BULK_ITEMS = 1000;

const tagList = z._default(z.array(line(50, 1)).check(z.maxLength(30)), []);

/** What is done to each content of a job. */
export const BulkAction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('publish') }),
  z.strictObject({ kind: z.literal('unpublish') }),
  z.strictObject({ kind: z.literal('move'), category_id: z.nullable(CategoryId) }),
  z.strictObject({ kind: z.literal('tag'), add: tagList, remove: tagList }),
  z.strictObject({ kind: z.literal('delete') }),
]);
export type BulkAction = z.infer<typeof BulkAction>;

/** What a job does; `undo` puts back what another one changed. */
export const BulkKind = z.enum(['publish', 'unpublish', 'move', 'tag', 'delete', 'undo']);
export type BulkKind = z.infer<typeof BulkKind>;

/** `changed`: done. `same`: it was so already. `refused`: it could not be done, for the reason beside it. */
export const BulkOutcome = z.enum(['changed', 'same', 'refused']);
export type BulkOutcome = z.infer<typeof BulkOutcome>;

/** What a job would do to one content, or did. */
export const BulkItem = z.object({
  content_id: ContentId,
  /** As it was when the job was made. */
  title: z.string(),
  /** Null while it waits for its turn. */
  outcome: z.nullable(BulkOutcome),
  /** Why it is refused. */
  reason: z.nullable(z.string()),
});
export type BulkItem = z.infer<typeof BulkItem>;

/** A job over many contents. */
export const BulkJob = z.object({
  id: JobId,
  kind: BulkKind,
  state: z.enum(['running', 'done']),
  total: z.number(),
  changed: z.number(),
  same: z.number(),
  refused: z.number(),
  /** The job that this one undoes. */
  undo_of: z.nullable(JobId),
  /** The job that undoes this one. */
  undone_by: z.nullable(JobId),
  /** It is done, changed something, and nobody undid it; a deletion cannot be undone. */
  may_undo: z.boolean(),
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
    summary: 'What a job would change, leave as it is, and refuse with which reason. Changes nothing.',
    body: z.strictObject({ action: BulkAction, ids }),
    responses: {
      200: z.object({
        total: z.number(),
        changed: z.number(),
        same: z.number(),
        refused: z.number(),
        items: z.array(BulkItem),
      }),
    },
    errors: ['category_not_found'],
  }),
  'bulk.create-job': endpoint({
    method: 'POST',
    path: '/api/admin/bulk/jobs',
    auth: 'admin',
    summary: 'Begins a job over up to 1,000 contents. A deletion names their number again.',
    body: z.strictObject({ action: BulkAction, ids, confirmed: z.optional(z.number().check(z.int())) }),
    responses: { 202: BulkJob },
    errors: ['category_not_found'],
  }),
  'bulk.list-jobs': endpoint({
    method: 'GET',
    path: '/api/admin/bulk/jobs',
    auth: 'admin',
    summary: 'Jobs of the last 90 days, newest first.',
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(BulkJob) },
    errors: ['invalid_cursor'],
  }),
  'bulk.get-job': endpoint({
    method: 'GET',
    path: '/api/admin/bulk/jobs/{id}',
    auth: 'admin',
    summary: 'One job as it stands.',
    params: id,
    responses: { 200: BulkJob },
    errors: ['job_not_found'],
  }),
  'bulk.list-items': endpoint({
    method: 'GET',
    path: '/api/admin/bulk/jobs/{id}/items',
    auth: 'admin',
    summary: 'What a job did to each content, in the order of its making.',
    params: id,
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(BulkItem) },
    errors: ['job_not_found', 'invalid_cursor'],
  }),
  'bulk.undo-job': endpoint({
    method: 'POST',
    path: '/api/admin/bulk/jobs/{id}/undo',
    auth: 'admin',
    summary:
      'Begins a job that puts back what a job changed, where nobody changed it since. Asked again it answers the same job.',
    params: id,
    responses: { 202: BulkJob },
    errors: ['job_not_found', 'invalid_state'],
  }),
};
