import type { RemovalPart } from '../../contract/content/content-shapes.ts';
import type { Content } from '../../domain/content/content.ts';
import type { DeletionDeps } from './deps.ts';
import { recordsOf, storedParts, type Work } from './parts.ts';

/**
 * Whether everything of this id may go: its content is marked as deleted, or its upload was given up and no content
 * stands on it.
 */
const mayGo = async (deps: DeletionDeps, contentId: string, content: Content | undefined): Promise<boolean> => {
  if (content) return content.deleted_at !== undefined;
  const upload = await deps.uploads.get(contentId);
  return upload === undefined || upload.state === 'aborted';
};

/** Does each part of the work, whatever becomes of the others. Answers what failed. */
const removeEach = async (
  deps: DeletionDeps,
  contentId: string,
  work: readonly Work[],
): Promise<readonly RemovalPart[]> => {
  const left: RemovalPart[] = [];
  for (const [part, remove] of work) {
    await remove().catch((error: unknown) => {
      left.push(part);
      deps.logger.error('A part of a deleted content was not removed', { contentId, part }, error);
    });
  }
  return left;
};

/**
 * Removes everything of a deleted content: its running job, source, renditions, public stills, and once nothing of that
 * is left its records: attempts, upload (which gives its storage back once), and last the content itself. What cannot
 * be removed keeps nothing else from going; it is said on the content, and the event's next delivery, or the sweeper,
 * tries again.
 */
export const removeContent = async (deps: DeletionDeps, contentId: string): Promise<void> => {
  const content = await deps.content.get(contentId, { consistent: true });
  if (!(await mayGo(deps, contentId, content))) {
    deps.logger.warn('Deletion of something that is wanted was ignored', { contentId });
    return;
  }
  const attempts = await deps.attempts.list(contentId);
  const stored = await removeEach(deps, contentId, storedParts(deps, contentId, content, attempts));
  const left = stored.length > 0 ? stored : await removeEach(deps, contentId, [recordsOf(deps, contentId, attempts)]);
  if (left.length > 0) {
    await deps.removals.recordFailure(contentId, left, new Date(deps.now()).toISOString());
    throw new Error(`Not removed: ${left.join(', ')}`);
  }
  deps.logger.info('Content removed', { contentId });
};
