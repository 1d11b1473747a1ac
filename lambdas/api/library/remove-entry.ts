import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import { findOwn } from './find.ts';
import type { LibraryDeps } from './deps.ts';

/**
 * Removes a content item from a playlist. The response is the same for every id, so that it does not reveal which
 * content items exist.
 */
export const removeEntry = (deps: LibraryDeps) =>
  route(endpoints['library.remove-entry'], async ({ actor, params }) => {
    await findOwn(deps, params.id, actor);
    await deps.entries.remove(params.id, params.contentId, deps.now());
    return { status: 204 };
  });
