import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { route } from '../../http/route.ts';
import { findVisible } from './find.ts';
import type { LibraryDeps } from './deps.ts';

/** Likes a published content; one that is liked already stays where it is in the list. */
export const likeContent = (deps: LibraryDeps) =>
  route(endpoints['library.like-content'], async ({ actor, params }) => {
    await optimistic(async () => {
      const outcome = await deps.likes.like(actor.userId, await findVisible(deps, params.contentId), deps.now());
      if (outcome === 'full')
        throw new AppError(
          'limit_reached',
          'You like so much that there is no room for more. Take some likes back first.',
        );
      return outcome === 'changed' ? RETRY : undefined;
    });
    return { status: 204 };
  });
