import { CorruptItem } from '../../data/table/entity.ts';
import { decide, decideUndo, type Circumstances, type Decision } from '../../domain/bulk/decide.ts';
import type { StoredItem, StoredJob } from '../../domain/bulk/job.ts';
import type { Content } from '../../domain/content/content.ts';
import type { CategoryChoice } from '../../domain/content/edit.ts';
import type { BulkDeps } from './deps.ts';

/** A job and the lease of its worker. */
export interface LeasedJob {
  readonly job: StoredJob;
  readonly worker: string;
  /** Whether the user who started the job is still an administrator. Otherwise waiting items fail. */
  readonly isStillAdmin: boolean;
  /** Reads the current category with an id; null for no category. */
  readonly category: (id: string | null) => Promise<CategoryChoice | undefined>;
}

/** Decides what the job does to the current state of a content item. */
const decideFor = async (
  { job: { action }, isStillAdmin, category }: LeasedJob,
  item: StoredItem,
  content: Content | undefined,
  by: Circumstances,
): Promise<Decision> => {
  if (!isStillAdmin)
    return { outcome: 'failed', reason: 'The user who started the job is no longer an administrator.' };
  const restored = item.before?.category_id === item.after?.category_id ? undefined : item.before?.category_id;
  const categoryId = action ? (action.kind === 'move' ? action.category_id : undefined) : restored;
  const choice = categoryId === undefined ? undefined : await category(categoryId);
  if (categoryId !== undefined && categoryId !== null && choice === undefined)
    return { outcome: 'failed', reason: 'The category no longer exists.' };
  return action ? decide(action, content, choice, by) : decideUndo(item, content, choice, by);
};

/** Reads a content item and decides what the job does to it. A corrupt item fails, so that the job can finish. */
export const readAndDecide = async (
  deps: BulkDeps,
  lease: LeasedJob,
  item: StoredItem,
): Promise<readonly [content: Content | undefined, decision: Decision]> => {
  try {
    const content = await deps.content.get(item.content_id, { consistent: true });
    const by = { now: new Date(deps.now()).toISOString(), settings: await deps.readSettings() };
    return [content, await decideFor(lease, item, content, by)];
  } catch (error) {
    if (!(error instanceof CorruptItem)) throw error;
    deps.logger.error('Corrupt content item in a job', { contentId: item.content_id }, error);
    return [undefined, { outcome: 'failed', reason: 'Its stored data cannot be read.' }];
  }
};
