import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { deletionOf } from '../../domain/content/audited.ts';
import { route } from '../../http/route.ts';
import type { ContentDeps } from './deps.ts';

/**
 * Removes a content: first it vanishes for listeners, then the deletion worker is told, then it leaves the
 * administrators' list. When the event cannot be published the content is still listed there and deleting it again
 * finishes the job; the worker does the same work once or twice to the same end.
 */
export const deleteContent = ({ content, events, logger, now }: ContentDeps) =>
  route(endpoints['content.delete-content'], async ({ params, actor, requestId }) => {
    const marked = await content.markDeleted(params.id, now(), (found) => deletionOf({ actor, requestId }, found));
    if (!marked) throw new AppError('content_not_found');
    try {
      await events.publish('ContentDeleted.v1', { contentId: marked.id });
    } catch (error) {
      logger.error('Deletion not handed over', { requestId, contentId: marked.id }, error);
      throw new AppError(
        'unavailable',
        'The content is hidden, but its files could not be removed yet. Delete it again.',
      );
    }
    await content.markRemovalRequested(marked, now());
    return { status: 204 };
  });
