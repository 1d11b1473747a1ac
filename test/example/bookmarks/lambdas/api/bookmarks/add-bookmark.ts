import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { isShown } from '../../domain/library/saved-content.ts';
import { route } from '../../http/route.ts';
import type { BookmarksDeps } from './deps.ts';

/** Bookmarks a published content item for the signed-in user. */
export const addBookmark = ({ bookmarks, content, now }: BookmarksDeps) =>
  route(endpoints['bookmarks.add-bookmark'], async ({ actor, params: { contentId } }) => {
    const found = await content.get(contentId);
    if (!found || !isShown(found)) throw new AppError('content_not_found');
    await bookmarks.add(actor.userId, contentId, now());
    return { status: 204 };
  });
