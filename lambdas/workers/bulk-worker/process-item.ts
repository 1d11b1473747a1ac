import { orRetry } from '../../data/table/errors.ts';
import { AppError } from '../../domain/app-error.ts';
import type { StoredItem } from '../../domain/bulk/job.ts';
import { syncStills } from '../../domain/content/sync-stills.ts';
import { optimistic } from '../../domain/optimistic.ts';
import type { BulkDeps } from './deps.ts';
import { readAndDecide, type LeasedJob } from './read-and-decide.ts';
import { failItem, settleItem } from './settle-item.ts';

/** Attempts for a content item that other writers keep changing. Then the item fails. */
const MAX_TRIES = 5;

const settleWaiting = async (deps: BulkDeps, lease: LeasedJob, item: StoredItem): Promise<StoredItem> => {
  const settled = await optimistic<StoredItem | undefined>(
    async () => {
      const [content, decision] = await readAndDecide(deps, lease, item);
      try {
        const write = settleItem(deps, lease, item, content, decision);
        // Only the first write of a change is the content item's. Any other failed condition means a lost lease.
        return await (decision.outcome === 'changed' ? orRetry(write, 0) : write);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return failItem(deps, lease, item, error.message);
      }
    },
    { tries: MAX_TRIES, exhausted: () => undefined },
  );
  return settled ?? failItem(deps, lease, item, 'It changed too often while the job ran. Try again.');
};

/** The steps after a change: copying or removing stills, or starting the deletion of files. They can be repeated. */
const followUp = async (deps: BulkDeps, item: StoredItem): Promise<void> => {
  const content = await deps.content.get(item.content_id, { consistent: true });
  if (content?.deleted_at !== undefined) {
    await deps.events.publish('ContentDeleted.v1', { contentId: content.id });
    await deps.content.markRemovalRequested(content, new Date(deps.now()).toISOString());
  } else if (content) await syncStills(deps, content);
  await deps.jobs.finishItem(item);
};

/** Processes one item of a job, or its remaining steps. Throws ConditionFailed when another worker has the lease. */
export const processItem = async (deps: BulkDeps, lease: LeasedJob, item: StoredItem): Promise<void> => {
  const settled = item.state === 'waiting' ? await settleWaiting(deps, lease, item) : item;
  if (settled.state === 'applied') await followUp(deps, settled);
};
