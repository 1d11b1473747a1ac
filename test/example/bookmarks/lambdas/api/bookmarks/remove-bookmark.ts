import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { BookmarksDeps } from './deps.ts';

/** Removes a bookmark of the signed-in user, also of a content item that no longer exists. */
export const removeBookmark = ({ bookmarks }: BookmarksDeps) =>
  route(endpoints['bookmarks.remove-bookmark'], async ({ actor, params }) => {
    await bookmarks.remove(actor.userId, params.contentId);
    return { status: 204 };
  });
