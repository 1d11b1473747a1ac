import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { ContentId, Timestamp, pageOf, pageQuery, paragraph } from '../shared.ts';
import { SavedCard } from './library.ts';

/** Maximum length of a note. */
export const NOTE_MAX = 500;

/** A title that a user wants to return to. */
export const Bookmark = z.object({
  content_id: ContentId,
  created_at: Timestamp,
  note: z.string(),
  /** Null while the title is not published, and after it was deleted. */
  content: z.nullable(SavedCard),
});
export type Bookmark = z.infer<typeof Bookmark>;

const params = z.strictObject({ contentId: ContentId });

export const bookmarkEndpoints = {
  'bookmarks.list-bookmarks': endpoint({
    method: 'GET',
    path: '/api/bookmarks',
    auth: 'user',
    summary: "Lists the current user's bookmarks, newest first.",
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(Bookmark) },
    errors: ['invalid_cursor'],
  }),
  'bookmarks.add-bookmark': endpoint({
    method: 'PUT',
    path: '/api/bookmarks/{contentId}',
    auth: 'user',
    summary: 'Bookmarks a published content item. Repeating the call has no effect.',
    params,
    responses: { 204: null },
    errors: ['content_not_found'],
  }),
  'bookmarks.remove-bookmark': endpoint({
    method: 'DELETE',
    path: '/api/bookmarks/{contentId}',
    auth: 'user',
    summary: 'Removes a bookmark with its note. Repeating the call has no effect.',
    params,
    responses: { 204: null },
    errors: [],
  }),
  'bookmarks.set-note': endpoint({
    method: 'PUT',
    path: '/api/bookmarks/{contentId}/note',
    auth: 'user',
    summary: 'Changes the note of a bookmark. An empty text removes it.',
    params,
    body: z.strictObject({ note: paragraph(NOTE_MAX) }),
    responses: { 204: null },
    errors: ['content_not_found'],
  }),
};
