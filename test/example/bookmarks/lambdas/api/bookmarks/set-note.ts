import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { route } from '../../http/route.ts';
import type { BookmarksDeps } from './deps.ts';

/** Changes the note of one of the signed-in user's bookmarks. */
export const setNote = ({ bookmarks }: BookmarksDeps) =>
  route(endpoints['bookmarks.set-note'], async ({ actor, params, body }) => {
    if (!(await bookmarks.setNote(actor.userId, params.contentId, body.note))) throw new AppError('content_not_found');
    return { status: 204 };
  });
