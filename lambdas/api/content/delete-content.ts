import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { deletionOf } from '../../domain/content/audited.ts';
import { route } from '../../http/route.ts';
import type { ContentDeps } from './deps.ts';

/**
 * Deletes a content item: hides it from listeners, publishes the event for the deletion worker, and removes the item
 * from the administrators' list. If the event cannot be published, the item stays in that list, and deleting it again
 * completes the deletion. The worker can process the event more than once. Throws `invalid_state` during a legal hold.
 */
export const deleteContent = ({ content, events, logger, now }: ContentDeps) =>
  route(endpoints['content.delete-content'], async ({ params, actor, requestId }) => {
    const marked = await content.markDeleted(params.id, now(), (found) => deletionOf({ actor, requestId }, found));
    if (!marked) throw new AppError('content_not_found');
    try {
      await events.publish('ContentDeleted.v1', { contentId: marked.id });
    } catch (error) {
      logger.error('Could not publish a deletion', { requestId, contentId: marked.id }, error);
      throw new AppError('unavailable', "The item is hidden, but its files haven't been removed yet. Delete it again.");
    }
    await content.markRemovalRequested(marked, now());
    return { status: 204 };
  });
