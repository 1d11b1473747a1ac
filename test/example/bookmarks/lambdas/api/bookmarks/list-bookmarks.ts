import { endpoints } from '../../contract/index.ts';
import { isShown, savedContent, toSavedCard } from '../../domain/library/saved-content.ts';
import { route } from '../../http/route.ts';
import type { BookmarksDeps } from './deps.ts';

/** Lists the signed-in user's bookmarks, newest first. Looks their content items up, so they are always current. */
export const listBookmarks = ({ bookmarks, lookup }: BookmarksDeps) =>
  route(endpoints['bookmarks.list-bookmarks'], async ({ actor, query: { cursor, limit } }) => {
    const { items, next_cursor } = await bookmarks.list(actor.userId, { cursor, limit });
    const found = items.length === 0 ? new Map() : await lookup.getMany(items.map(({ content_id: id }) => id));
    const views = items.map(({ content_id, created_at, note }) => {
      const content = found.get(content_id);
      return {
        content_id,
        created_at,
        note,
        content: content && isShown(content) ? toSavedCard(savedContent(content)) : null,
      };
    });
    return { status: 200, body: { items: views, next_cursor } };
  });
