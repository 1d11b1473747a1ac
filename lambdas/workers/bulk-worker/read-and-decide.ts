import { CorruptItem } from '../../data/table/entity.ts';
import { decide, decideUndo, type Decision } from '../../domain/bulk/decide.ts';
import type { StoredItem, StoredJob } from '../../domain/bulk/job.ts';
import type { Content } from '../../domain/content/content.ts';
import type { CategoryChoice } from '../../domain/content/edit.ts';
import type { BulkDeps } from './deps.ts';

/** A job while one worker holds it. */
export interface LeasedJob {
  readonly job: StoredJob;
  readonly worker: string;
  /** Whether who began it may still change contents: what had no turn yet is left as it is otherwise. */
  readonly mayContinue: boolean;
  /** The categories that it names, as they stand; null is none. */
  readonly category: (id: string | null) => Promise<CategoryChoice | undefined>;
}

/** What becomes of one content by its job, as it stands now. */
const decideFor = async (
  { job: { action }, mayContinue, category }: LeasedJob,
  item: StoredItem,
  content: Content | undefined,
  now: string,
): Promise<Decision> => {
  if (!mayContinue) return { outcome: 'refused', reason: 'Whoever began the job is no administrator any more.' };
  const restored = item.before?.category_id === item.after?.category_id ? undefined : item.before?.category_id;
  const categoryId = action ? (action.kind === 'move' ? action.category_id : undefined) : restored;
  const choice = categoryId === undefined ? undefined : await category(categoryId);
  if (categoryId !== undefined && categoryId !== null && choice === undefined)
    return { outcome: 'refused', reason: 'The category does not exist any more.' };
  return action ? decide(action, content, choice, now) : decideUndo(item, content, choice, now);
};

/** Reads a content and says what becomes of it. One that cannot be read is refused, so that the job ends. */
export const readAndDecide = async (
  deps: BulkDeps,
  held: LeasedJob,
  item: StoredItem,
): Promise<readonly [content: Content | undefined, decision: Decision]> => {
  try {
    const content = await deps.content.get(item.content_id, { consistent: true });
    return [content, await decideFor(held, item, content, new Date(deps.now()).toISOString())];
  } catch (error) {
    if (!(error instanceof CorruptItem)) throw error;
    deps.logger.error('A content of a job cannot be read', { contentId: item.content_id }, error);
    return [undefined, { outcome: 'refused', reason: 'What is stored of it cannot be read.' }];
  }
};
