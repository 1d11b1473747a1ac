import type { Route } from '../../http/route.ts';
import { addBookmark } from './add-bookmark.ts';
import type { BookmarksDeps } from './deps.ts';
import { listBookmarks } from './list-bookmarks.ts';
import { removeBookmark } from './remove-bookmark.ts';
import { setNote } from './set-note.ts';

/** The feature's endpoints. */
export const bookmarkRoutes = (deps: BookmarksDeps): readonly Route[] => [
  listBookmarks(deps),
  addBookmark(deps),
  removeBookmark(deps),
  setNote(deps),
];
