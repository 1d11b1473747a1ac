import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { route } from '../../http/route.ts';
import { findVisible } from './find.ts';
import type { LibraryDeps } from './deps.ts';

/** Likes a published content item. A repeated like keeps its place in the list. */
export const likeContent = (deps: LibraryDeps) =>
  route(endpoints['library.like-content'], async ({ actor, params }) => {
    await optimistic(async () => {
      const outcome = await deps.likes.like(actor.userId, await findVisible(deps, params.contentId), deps.now());
      if (outcome === 'full')
        throw new AppError('limit_reached', "You've reached the maximum number of likes. Remove some likes first.");
      return outcome === 'changed' ? RETRY : undefined;
    });
    return { status: 204 };
  });
