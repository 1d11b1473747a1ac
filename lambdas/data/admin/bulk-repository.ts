import type { AuditAct } from '../../domain/audit/act.ts';
import { LEASE_MS, type StoredItem, type StoredJob } from '../../domain/bulk/job.ts';
import type { Logger } from '../../domain/logger.ts';
import { auditWrite } from './audit-entity.ts';
import { ALL_JOBS, jobEntity, jobItemEntity, OPEN_JOBS } from './bulk-entities.ts';
import type { Cursors } from '../table/cursor.ts';
import { conditionHolds, ignoreConditionFailed } from '../table/errors.ts';
import { isNew, type Expression } from '../table/expressions.ts';
import { key } from '../table/keys.ts';
import { listPage, type ListPage } from '../table/list-page.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';

/** Maximum number of writes in one transaction. */
const AT_ONCE = 100;
const ITEM_PAGE = 250;

/** `cursors` is required only for the lists. */
interface BulkDeps {
  readonly cursors?: Cursors;
  readonly logger: Logger;
}

interface PageOf {
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** Condition: the job is running and this worker holds its lease. */
const leasedBy = (worker: string): Expression => ({
  expression: '#state = :running AND #by = :worker',
  names: { '#state': 'state', '#by': 'lease_by' },
  values: { ':running': 'running', ':worker': worker },
});

/** Condition: the job is running, and no other worker has a lease that has not expired. */
const canLease = (worker: string, now: number): Expression => ({
  expression: '#state = :running AND (attribute_not_exists(#by) OR #by = :worker OR #until < :now)',
  names: { '#state': 'state', '#by': 'lease_by', '#until': 'lease_until' },
  values: { ':running': 'running', ':worker': worker, ':now': new Date(now).toISOString() },
});

/** Condition: the job is done and not undone yet. */
const canBeUndone: Expression = {
  expression: 'attribute_not_exists(#undone) AND #state = :done',
  names: { '#undone': 'undone_by', '#state': 'state' },
  values: { ':done': 'done' },
};

const inState = (state: StoredItem['state']): Expression => ({
  expression: '#state = :was',
  names: { '#state': 'state' },
  values: { ':was': state },
});

/** The write that marks the job which an undo job reverts. It fails when another undo came first. */
const undoneWrites = (table: Table, { id, undo_of }: StoredJob): readonly Write[] =>
  undo_of === undefined
    ? []
    : [table.write.update(jobEntity.key({ id: undo_of }), { set: { undone_by: id } }, canBeUndone)];

/** Reads jobs and their items. */
const createJobReads = (table: Table, { cursors, logger }: BulkDeps) => {
  const listDeps = () => {
    if (!cursors) throw new Error('The repository was created without cursors');
    return { table, cursors, logger };
  };
  return {
    /** Q1. One job, strongly consistent. */
    async get(id: string): Promise<StoredJob | undefined> {
      const item = await table.get(jobEntity.key({ id }), { consistent: true });
      return item && jobEntity.parse(item);
    },

    /** Q3. Jobs, newest first. */
    list: (page: PageOf): Promise<ListPage<StoredJob>> =>
      listPage(listDeps(), jobEntity, { list: 'jobs', index: 'gsi1', partition: ALL_JOBS, ...page }),

    /** Q4. Items of a job in their order. */
    listItems: (jobId: string, page: PageOf): Promise<ListPage<StoredItem>> =>
      listPage(listDeps(), jobItemEntity, {
        list: 'job-items',
        partition: key('JOB', jobId),
        prefix: 'ITEM#',
        descending: false,
        ...page,
      }),

    /** Q5. Every item of a job, strongly consistent: about 75 RRU for 1,000. */
    async allItems(jobId: string): Promise<readonly StoredItem[]> {
      const request = { partition: key('JOB', jobId), prefix: 'ITEM#', limit: ITEM_PAGE };
      const items = await table.queryAll({ ...request, descending: false, consistent: true });
      return items.map((item) => jobItemEntity.parse(item));
    },

    /** Q10. Ids of running jobs whose lease has expired, longest expired first. */
    async listAbandoned(now: number, limit: number): Promise<readonly string[]> {
      const { items } = await table.query({
        index: 'gsi2',
        partition: OPEN_JOBS,
        upTo: new Date(now).toISOString(),
        limit,
        descending: false,
      });
      return items.map(({ pk }) => pk.slice('JOB#'.length));
    },
  };
};

/** Creates jobs, and leases them to one worker at a time. */
const createJobWrites = (table: Table) => ({
  /**
   * Q2. Stores a job with its items. The items are written first, so that a job that can be read is complete; items
   * without a job expire. An undo job marks the job that it reverts. Returns `undone` when another undo came first.
   */
  async create(job: StoredJob, items: readonly StoredItem[], act: AuditAct): Promise<'created' | 'undone'> {
    for (let start = 0; start < items.length; start += AT_ONCE) {
      await table.transact(
        items
          .slice(start, start + AT_ONCE)
          .map((item) => table.write.put(jobItemEntity.toItem({ ...item, created_at: job.created_at }), isNew)),
      );
    }
    const isCreated = await conditionHolds(
      table.transact([
        ...undoneWrites(table, job),
        table.write.put(jobEntity.toItem(job), isNew),
        auditWrite(table, act, job.created_at),
      ]),
    );
    return isCreated ? 'created' : 'undone';
  },

  /** Q6. Acquires or renews the lease of a job. False when another worker holds the lease or the job is done. */
  async lease(id: string, worker: string, now: number): Promise<boolean> {
    const lease_until = new Date(now + LEASE_MS).toISOString();
    const index = { gsi2pk: OPEN_JOBS, gsi2sk: key(lease_until, id) };
    return conditionHolds(
      table.update(jobEntity.key({ id }), { set: { lease_by: worker, lease_until, ...index } }, canLease(worker, now)),
    );
  },

  /** Q6. Releases the lease of a job, so that another worker can acquire it. */
  async release(id: string, worker: string): Promise<void> {
    await table.update(jobEntity.key({ id }), { set: { lease_by: undefined } }, leasedBy(worker));
  },

  /** Q9. Marks a job as done. */
  async finish(id: string, worker: string, now: number): Promise<void> {
    await table.update(
      jobEntity.key({ id }),
      { set: { state: 'done', finished_at: new Date(now).toISOString(), gsi2pk: undefined, gsi2sk: undefined } },
      leasedBy(worker),
    );
  },
});

/** Records the results of a job's items. */
const createItemWrites = (table: Table) => ({
  /**
   * Q7. The writes that record the result of an item and count it, once, by the worker that holds the job's lease. They
   * belong in the transaction of the change.
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

  /** Q8. Marks an item as done after the follow-up work of its change. */
  finishItem: async (item: StoredItem): Promise<void> =>
    ignoreConditionFailed(table.update(jobItemEntity.key(item), { set: { state: 'done' } }, inState('applied'))),
});

export type BulkRepository = ReturnType<typeof createBulkRepository>;

/** Jobs that change many content items. Numbers refer to access-patterns.md. */
export const createBulkRepository = (table: Table, deps: BulkDeps) => ({
  ...createJobReads(table, deps),
  ...createJobWrites(table),
  ...createItemWrites(table),
});
