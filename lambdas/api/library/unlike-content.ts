import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import { assertExists } from './find.ts';
import type { LibraryDeps } from './deps.ts';

/** Removes a like, also from an unpublished content item. */
export const unlikeContent = (deps: LibraryDeps) =>
  route(endpoints['library.unlike-content'], async ({ actor, params }) => {
    if (!(await deps.likes.unlike(actor.userId, params.contentId))) await assertExists(deps, params.contentId);
    return { status: 204 };
  });
