import * as z from 'zod/mini';
import { BulkAction } from '../../contract/content/bulk.ts';
import { ContentStatus } from '../../contract/content/content-shapes.ts';
import { CategoryId, ContentId, JobId, Role, Timestamp, UserId } from '../../contract/shared.ts';
import type { StoredJob } from '../../domain/bulk/job.ts';
import { NOT_A_PERSONS, NOT_PERSONAL, defineEntity, type Entity } from '../table/entity.ts';
import { key } from '../table/keys.ts';

const JobItem = z.object({
  id: JobId,
  action: z.optional(BulkAction),
  undo_of: z.optional(JobId),
  undone_by: z.optional(JobId),
  state: z.enum(['running', 'done']),
  total: z.number(),
  changed: z.number(),
  same: z.number(),
  failed: z.number(),
  created_by: UserId,
  role: Role,
  request_id: z.string(),
  created_at: Timestamp,
  finished_at: z.optional(Timestamp),
  lease_by: z.optional(z.string()),
  lease_until: Timestamp,
});

const Restorable = z.object({
  status: z.optional(ContentStatus),
  category_id: z.optional(z.nullable(CategoryId)),
  tags: z.optional(z.array(z.string())),
  publish_when_ready: z.optional(z.boolean()),
  publish_at: z.optional(Timestamp),
});

const ItemItem = z.object({
  job_id: JobId,
  number: z.number(),
  content_id: ContentId,
  title: z.string(),
  state: z.enum(['waiting', 'applied', 'done', 'same', 'failed']),
  reason: z.optional(z.string()),
  before: z.optional(Restorable),
  after: z.optional(Restorable),
  created_at: Timestamp,
});

/** Partition of all jobs in gsi1. */
export const ALL_JOBS = 'JOB';
/** Partition of running jobs in gsi2. */
export const OPEN_JOBS = 'OPEN_JOB';

/** A bulk job. Running jobs are in gsi2 by the end of their lease. */
export const jobEntity: Entity<StoredJob, { id: string }> = defineEntity<typeof JobItem, { id: string }>({
  type: 'JOB',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'bulk_jobs', expiresFrom: ({ created_at: at }) => at },
  onErase: 'pseudonymize',
  exportView: NOT_A_PERSONS,
  schema: JobItem,
  key: ({ id }) => ({ pk: key('JOB', id), sk: 'META' }),
  listedIn: { index: 'gsi1', partition: ALL_JOBS, all: true },
  indexes: {
    gsi1: ({ created_at, id }) => ({ pk: ALL_JOBS, sk: key(created_at, id) }),
    gsi2: ({ state, lease_until, id }) =>
      state === 'running' ? { pk: OPEN_JOBS, sk: key(lease_until, id) } : undefined,
  },
});

/** One content item of a job, in the job's partition. */
export const jobItemEntity = defineEntity({
  type: 'JOB_ITEM',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'bulk_jobs', expiresFrom: ({ created_at: at }) => at },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: ItemItem,
  key: ({ job_id, number }: { job_id: string; number: number }) => ({
    pk: key('JOB', job_id),
    sk: key('ITEM', String(number).padStart(4, '0')),
  }),
});
