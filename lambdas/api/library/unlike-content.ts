import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { LibraryDeps } from './deps.ts';

/**
 * Removes a like, also from an unpublished content item. The response is the same for every id, so that it does not
 * reveal which content items exist.
 */
export const unlikeContent = (deps: LibraryDeps) =>
  route(endpoints['library.unlike-content'], async ({ actor, params }) => {
    await deps.likes.unlike(actor.userId, params.contentId);
    return { status: 204 };
  });
