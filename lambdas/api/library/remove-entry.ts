import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import { assertExists, findOwn } from './find.ts';
import type { LibraryDeps } from './deps.ts';

/** Removes a content item from a playlist. */
export const removeEntry = (deps: LibraryDeps) =>
  route(endpoints['library.remove-entry'], async ({ actor, params }) => {
    await findOwn(deps, params.id, actor);
    if (!(await deps.entries.remove(params.id, params.contentId, deps.now())))
      await assertExists(deps, params.contentId);
    return { status: 204 };
  });
