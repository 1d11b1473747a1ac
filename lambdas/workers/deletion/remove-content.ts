import type { RemovalPart } from '../../contract/content/content-shapes.ts';
import type { Content } from '../../domain/content/content.ts';
import type { DeletionDeps, PartRemoval } from './deps.ts';
import { recordsPart } from './records-part.ts';
import { storedParts } from './stored-parts.ts';

/** Whether everything with this id can be removed: the content item is deleted, or its upload was canceled before. */
const isRemovable = async (deps: DeletionDeps, contentId: string, content: Content | undefined): Promise<boolean> => {
  if (content) return content.deleted_at !== undefined;
  const upload = await deps.uploads.get(contentId);
  return upload === undefined || upload.state === 'aborted';
};

/** Removes each part, even if others fail. Returns the parts that failed. */
const removeEach = async (
  deps: DeletionDeps,
  contentId: string,
  removals: readonly PartRemoval[],
): Promise<readonly RemovalPart[]> => {
  const failed: RemovalPart[] = [];
  for (const [part, remove] of removals) {
    await remove().catch((error: unknown) => {
      failed.push(part);
      deps.logger.error('Part of a deleted content item was not removed', { contentId, part }, error);
    });
  }
  return failed;
};

/**
 * Removes everything of a deleted content item: jobs, source, renditions and public stills. If all of these succeed, it
 * removes the records: the attempts, the upload (which releases its storage once) and last the content item itself. A
 * part that cannot be removed does not stop the others. It is recorded on the content item, and the event's next
 * delivery or the sweeper tries again.
 */
export const removeContent = async (deps: DeletionDeps, contentId: string): Promise<void> => {
  const content = await deps.content.get(contentId, { consistent: true });
  if (!(await isRemovable(deps, contentId, content))) {
    deps.logger.warn('Ignored the deletion of content that is in use', { contentId });
    return;
  }
  const attempts = await deps.attempts.list(contentId);
  const stored = await removeEach(deps, contentId, storedParts(deps, contentId, content, attempts));
  const failed =
    stored.length > 0 ? stored : await removeEach(deps, contentId, [recordsPart(deps, contentId, content, attempts)]);
  if (failed.length > 0) {
    await deps.removals.recordFailure(contentId, failed, new Date(deps.now()).toISOString());
    throw new Error(`Not removed: ${failed.join(', ')}`);
  }
  deps.logger.info('Content removed', { contentId });
};
