import * as z from 'zod/mini';
import { BulkAction } from '../../contract/content/bulk.ts';
import { ContentStatus } from '../../contract/content/content-shapes.ts';
import { CategoryId, ContentId, JobId, Role, Timestamp, UserId } from '../../contract/shared.ts';
import type { AuditAct } from '../../domain/audit/act.ts';
import { LEASE_MS, type StoredItem, type StoredJob } from '../../domain/bulk/job.ts';
import type { Logger } from '../../domain/logger.ts';
import { auditWrite } from './audit-entity.ts';
import type { Cursors } from '../table/cursor.ts';
import { NOT_A_PERSONS, NOT_PERSONAL, defineEntity, type Entity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { listPage, type ListPage } from '../table/list-page.ts';
import { ConditionFailed } from '../table/errors.ts';
import { isNew, type Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';

const JobItem = z.object({
  id: JobId,
  action: z.optional(BulkAction),
  undo_of: z.optional(JobId),
  undone_by: z.optional(JobId),
  state: z.enum(['running', 'done']),
  total: z.number(),
  changed: z.number(),
  same: z.number(),
  refused: z.number(),
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
  state: z.enum(['waiting', 'applied', 'done', 'same', 'refused']),
  reason: z.optional(z.string()),
  before: z.optional(Restorable),
  after: z.optional(Restorable),
  created_at: Timestamp,
});

/** Partition of all jobs in gsi1, and of those at work in gsi2. */
const ALL = 'JOB';
const OPEN = 'OPEN_JOB';

/** A job. */
export const jobEntity: Entity<StoredJob, { id: string }> = defineEntity<typeof JobItem, { id: string }>({
  type: 'JOB',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'bulk_jobs', expiresFrom: ({ created_at: at }) => at },
  onErase: 'pseudonymize',
  exportView: NOT_A_PERSONS,
  schema: JobItem,
  key: ({ id }) => ({ pk: key('JOB', id), sk: 'META' }),
  indexes: {
    gsi1: ({ created_at, id }) => ({ pk: ALL, sk: key(created_at, id) }),
    gsi2: ({ state, lease_until, id }) => (state === 'running' ? { pk: OPEN, sk: key(lease_until, id) } : undefined),
  },
});

/** One content of a job, in the job's partition. */
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

/** Writes of one transaction, at most. */
const AT_ONCE = 100;
const ITEM_PAGE = 250;

/** Condition: this worker holds the job. */
const leasedBy = (worker: string): Expression => ({
  expression: '#state = :running AND #by = :worker',
  names: { '#state': 'state', '#by': 'lease_by' },
  values: { ':running': 'running', ':worker': worker },
});

const inState = (state: StoredItem['state']): Expression => ({
  expression: '#state = :was',
  names: { '#state': 'state' },
  values: { ':was': state },
});

export type BulkRepository = ReturnType<typeof createBulkRepository>;

/** Jobs over many contents. Numbers are those of access-patterns.md. */
export const createBulkRepository = (table: Table, deps: { readonly cursors?: Cursors; readonly logger: Logger }) => {
  const leaseUntil = (now: number): string => new Date(now + LEASE_MS).toISOString();
  const get = async (id: string): Promise<StoredJob | undefined> => {
    const item = await table.get(jobEntity.key({ id }), { consistent: true });
    return item && jobEntity.parse(item);
  };
  const lists = () => {
    if (!deps.cursors) throw new Error('Made without cursors');
    return { table, cursors: deps.cursors, logger: deps.logger };
  };

  return {
    /** Q1. One job, strongly consistent. */
    get,

    /**
     * Q2. Stores a job with its items: they come first, so that what is found is whole; what a stop leaves of them
     * expires. An undo notes itself on what it undoes, once: `undone` when somebody else did.
     */
    async create(job: StoredJob, items: readonly StoredItem[], act: AuditAct): Promise<'created' | 'undone'> {
      for (let start = 0; start < items.length; start += AT_ONCE) {
        await table.transact(
          items
            .slice(start, start + AT_ONCE)
            .map((item) => table.write.put(jobItemEntity.toItem({ ...item, created_at: job.created_at }), isNew)),
        );
      }
      const note =
        job.undo_of === undefined
          ? []
          : [
              table.write.update(
                jobEntity.key({ id: job.undo_of }),
                { set: { undone_by: job.id } },
                {
                  expression: 'attribute_not_exists(#undone) AND #state = :done',
                  names: { '#undone': 'undone_by', '#state': 'state' },
                  values: { ':done': 'done' },
                },
              ),
            ];
      try {
        await table.transact([
          ...note,
          table.write.put(jobEntity.toItem(job), isNew),
          auditWrite(table, act, job.created_at),
        ]);
        return 'created';
      } catch (error) {
        if (error instanceof ConditionFailed) return 'undone';
        throw error;
      }
    },

    /** Q3. Jobs, newest first. */
    list: (page: { readonly cursor: string | undefined; readonly limit: number }): Promise<ListPage<StoredJob>> =>
      listPage(lists(), jobEntity, { list: 'jobs', index: 'gsi1', partition: ALL, ...page }),

    /** Q4. Items of a job in their order. */
    listItems: (
      jobId: string,
      page: { readonly cursor: string | undefined; readonly limit: number },
    ): Promise<ListPage<StoredItem>> =>
      listPage(lists(), jobItemEntity, {
        list: 'job-items',
        partition: key('JOB', jobId),
        prefix: 'ITEM#',
        descending: false,
        ...page,
      }),

    /** Q5. Every item of a job, strongly consistent: about 75 for 1,000. */
    async allItems(jobId: string): Promise<readonly StoredItem[]> {
      const request = { partition: key('JOB', jobId), prefix: 'ITEM#', limit: ITEM_PAGE };
      const items = await table.queryAll({ ...request, descending: false, consistent: true });
      return items.map((item) => jobItemEntity.parse(item));
    },

    /**
     * Q6. Takes a job that nobody works, or says that one is still being worked. False when somebody else holds it, or
     * it is done.
     */
    async hold(id: string, worker: string, now: number): Promise<boolean> {
      const lease_until = leaseUntil(now);
      const index = { gsi2pk: OPEN, gsi2sk: key(lease_until, id) };
      try {
        await table.update(
          jobEntity.key({ id }),
          { set: { lease_by: worker, lease_until, ...index } },
          {
            expression: '#state = :running AND (attribute_not_exists(#by) OR #by = :worker OR #until < :now)',
            names: { '#state': 'state', '#by': 'lease_by', '#until': 'lease_until' },
            values: { ':running': 'running', ':worker': worker, ':now': new Date(now).toISOString() },
          },
        );
        return true;
      } catch (error) {
        if (error instanceof ConditionFailed) return false;
        throw error;
      }
    },

    /** Q6. Leaves a job to whoever takes it next. */
    async release(id: string, worker: string): Promise<void> {
      await table.update(jobEntity.key({ id }), { set: { lease_by: undefined } }, leasedBy(worker));
    },

    /**
     * Q7. The writes that end an item's turn and count it, once, by the worker that holds the job. They belong into the
     * transaction of the change.
     */
    settleWrites: (
      item: StoredItem,
      end: Pick<StoredItem, 'state' | 'reason' | 'before' | 'after'>,
      worker: string,
    ): readonly Write[] => [
      table.write.update(jobItemEntity.key(item), { set: { ...end } }, inState('waiting')),
      table.write.update(
        jobEntity.key({ id: item.job_id }),
        { add: { [end.state === 'applied' ? 'changed' : end.state]: 1 } },
        leasedBy(worker),
      ),
    ],

    /** Q8. Everything that follows a change is done. */
    async finishItem(item: StoredItem): Promise<void> {
      try {
        await table.update(jobItemEntity.key(item), { set: { state: 'done' } }, inState('applied'));
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
      }
    },

    /** Q9. The job is done. */
    async finish(id: string, worker: string, now: number): Promise<void> {
      await table.update(
        jobEntity.key({ id }),
        { set: { state: 'done', finished_at: new Date(now).toISOString(), gsi2pk: undefined, gsi2sk: undefined } },
        leasedBy(worker),
      );
    },

    /** Q10. Jobs that nobody works although they are not done, the longest left first. */
    async listLeft(now: number, limit: number): Promise<readonly string[]> {
      const { items } = await table.query({
        index: 'gsi2',
        partition: OPEN,
        upTo: new Date(now).toISOString(),
        limit,
        descending: false,
      });
      return items.map(({ pk }) => pk.slice('JOB#'.length));
    },
  };
};
