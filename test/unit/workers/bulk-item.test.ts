import { ConditionFailed } from '../../../lambdas/data/table/errors.ts';
import { AppError } from '../../../lambdas/domain/app-error.ts';
import type { StoredItem, StoredJob } from '../../../lambdas/domain/bulk/job.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { initialSettings } from '../../../lambdas/domain/settings/settings.ts';
import type { BulkDeps } from '../../../lambdas/workers/bulk-worker/deps.ts';
import { processItem } from '../../../lambdas/workers/bulk-worker/process-item.ts';
import type { LeasedJob } from '../../../lambdas/workers/bulk-worker/read-and-decide.ts';
import { someContent } from '../../support/content.ts';

const NOW = '2026-02-01T00:00:00.000Z';
const content = someContent();
const item: StoredItem = { job_id: 'job_1', number: 0, content_id: content.id, title: content.title, state: 'waiting' };
const lease = {
  job: { id: 'job_1', action: { kind: 'delete' }, created_by: 'u', role: 'admin', request_id: 'r' } as StoredJob,
  worker: 'w',
  isStillAdmin: true,
  category: async () => undefined,
} as LeasedJob;

/** The worker with one content item. `saves` are the results of the writes of a change, in order. */
const setUp = (saves: readonly (Error | undefined)[], rejection?: Error) => {
  const world = { reads: 0, saved: 0, ends: [] as Partial<StoredItem>[], finished: 0, deletions: 0 };
  const deps = {
    content: {
      get: async () => {
        world.reads += 1;
        return world.saved > 0 ? { ...content, deleted_at: NOW } : content;
      },
      async saveEdit() {
        const error = saves[world.reads - 1];
        if (error) throw error;
        world.saved += 1;
      },
      markRemovalRequested: async () => undefined,
    },
    jobs: {
      settleWrites: (_item: StoredItem, end: Partial<StoredItem>) => (world.ends.push(end), []),
      finishItem: async () => void (world.finished += 1),
    },
    readSettings: async () => initialSettings,
    transact: async () => {
      if (rejection) throw rejection;
    },
    events: { publish: async () => void (world.deletions += 1) },
    logger: silentLogger,
    now: () => Date.parse(NOW),
  } as unknown as BulkDeps;
  return { world, run: (fields: Partial<StoredItem> = {}) => processItem(deps, lease, { ...item, ...fields }) };
};
const changed = (times: number): Error[] => Array.from({ length: times }, () => new ConditionFailed());

describe('an item of a job', () => {
  it('is changed after concurrent edits, and its follow-up runs once', async () => {
    const { world, run } = setUp(changed(4));
    await run();
    expect(world).toMatchObject({ saved: 1, finished: 1, deletions: 1 });
    expect(world.ends.at(-1)).toMatchObject({ state: 'applied' });
  });

  it('is failed when five attempts were overtaken', async () => {
    const { world, run } = setUp(changed(5));
    await run();
    expect(world).toMatchObject({ saved: 0, finished: 0 });
    expect(world.ends.at(-1)).toEqual({ state: 'failed', reason: expect.any(String) });
  });

  it('is failed with the reason of a rejected write', async () => {
    const { world, run } = setUp([new AppError('quota_exceeded', 'No storage left.')]);
    await run();
    expect(world.ends.at(-1)).toEqual({ state: 'failed', reason: 'No storage left.' });
  });

  it('fails without a retry when the lease is lost', async () => {
    const applying = setUp([new ConditionFailed(undefined, 1)]);
    await expect(applying.run()).rejects.toThrow(ConditionFailed);
    expect(applying.world.reads).toBe(1);
    const rejecting = setUp(changed(5), new ConditionFailed());
    await expect(rejecting.run()).rejects.toThrow(ConditionFailed);
    const rejected = setUp([new AppError('quota_exceeded')], new ConditionFailed());
    await expect(rejected.run()).rejects.toThrow(ConditionFailed);
    expect(rejected.world.reads).toBe(1);
  });

  it('that was applied before only gets its follow-up', async () => {
    const { world, run } = setUp([]);
    await run({ state: 'applied' });
    expect(world).toMatchObject({ saved: 0, ends: [], finished: 1 });
  });
});
