import * as z from 'zod/mini';
import { ContentType } from '../content/content-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { ContentId, CreatorId, Timestamp, pageLimit, pageOf, pageQuery } from '../shared.ts';

/** Default page size: the specification's ten entries of Recently Played. They cost one read unit. */
const HISTORY_PAGE_SIZE = 10;

/** A content item that a user watched, with its name at that time. */
export const HistoryEntry = z.object({
  id: z.string(),
  content_id: ContentId,
  watched_at: Timestamp,
  content: z.object({
    id: ContentId,
    title: z.string(),
    thumbnail_url: z.nullable(z.string()),
    metadata: z.object({ contentType: ContentType, artist: z.string() }),
    creator_id: CreatorId,
    creators: z.object({ name: z.string() }),
  }),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** A user's watch history settings. */
export const HistorySettings = z.object({
  /** While paused, neither entries nor playback positions nor the queue are stored. */
  paused: z.boolean(),
  /** When the history was paused; null while it is not. */
  paused_at: z.nullable(Timestamp),
});
export type HistorySettings = z.infer<typeof HistorySettings>;

export const historyEndpoints = {
  'history.list-history': endpoint({
    method: 'GET',
    path: '/api/watch-history',
    auth: 'user',
    summary: "Lists the current user's watch history, newest first.",
    query: z.strictObject({ ...pageQuery, limit: pageLimit(HISTORY_PAGE_SIZE) }),
    responses: { 200: pageOf(HistoryEntry) },
    errors: ['invalid_cursor'],
  }),
  'history.record-history': endpoint({
    method: 'PUT',
    path: '/api/watch-history',
    auth: 'user',
    summary: 'Records that the current user started a content item. Returns 204 while the history is paused.',
    body: z.strictObject({ content_id: ContentId }),
    responses: { 200: HistoryEntry, 204: null },
    errors: ['content_not_found'],
  }),
  'history.delete-entry': endpoint({
    method: 'DELETE',
    path: '/api/watch-history/{contentId}',
    auth: 'user',
    summary:
      "Removes an item and its playback position from the current user's history. Repeating the call has no effect.",
    params: z.strictObject({ contentId: ContentId }),
    responses: { 204: null },
    errors: ['content_not_found'],
  }),
  'history.clear-history': endpoint({
    method: 'DELETE',
    path: '/api/watch-history',
    auth: 'user',
    summary:
      "Clears the current user's history. Entries disappear at once; stored data and positions are deleted soon after.",
    responses: { 202: null },
    errors: [],
  }),
  'history.get-settings': endpoint({
    method: 'GET',
    path: '/api/history-settings',
    auth: 'user',
    summary: "Returns whether the current user's history is paused.",
    responses: { 200: HistorySettings },
    errors: [],
  }),
  'history.update-settings': endpoint({
    method: 'PUT',
    path: '/api/history-settings',
    auth: 'user',
    summary: "Pauses or resumes the current user's history.",
    body: z.strictObject({ paused: z.boolean() }),
    responses: { 200: HistorySettings },
    errors: [],
  }),
};
