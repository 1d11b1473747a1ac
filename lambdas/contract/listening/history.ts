import * as z from 'zod/mini';
import { ContentType } from '../content/content-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { ContentId, CreatorId, Timestamp, pageLimit, pageOf, pageQuery } from '../shared.ts';

/** Entries of a page unless asked otherwise: the specification's ten of Recently Played. They cost one read unit. */
const HISTORY_PAGE_SIZE = 10;

/** One content that a person has watched, with what it was called then. */
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

/** What a person decided about the own history. */
export const HistorySettings = z.object({
  /** While it is paused neither entries nor places nor the queue are stored. */
  paused: z.boolean(),
  /** Since when; null while it is not paused. */
  paused_at: z.nullable(Timestamp),
});
export type HistorySettings = z.infer<typeof HistorySettings>;

export const historyEndpoints = {
  'history.list-history': endpoint({
    method: 'GET',
    path: '/api/watch-history',
    auth: 'user',
    summary: 'What the signed-in person watched, newest first.',
    query: z.strictObject({ ...pageQuery, limit: pageLimit(HISTORY_PAGE_SIZE) }),
    responses: { 200: pageOf(HistoryEntry) },
    errors: ['invalid_cursor'],
  }),
  'history.record-history': endpoint({
    method: 'PUT',
    path: '/api/watch-history',
    auth: 'user',
    summary:
      'Notes that the signed-in person started a content; one entry per content. 204 while the history is paused: nothing is noted.',
    body: z.strictObject({ content_id: ContentId }),
    responses: { 200: HistoryEntry, 204: null },
    errors: ['content_not_found'],
  }),
  'history.delete-entry': endpoint({
    method: 'DELETE',
    path: '/api/watch-history/{contentId}',
    auth: 'user',
    summary:
      "Takes a content out of the signed-in person's history, with the place where it was left. Asked again it changes nothing.",
    params: z.strictObject({ contentId: ContentId }),
    responses: { 204: null },
    errors: ['content_not_found'],
  }),
  'history.clear-history': endpoint({
    method: 'DELETE',
    path: '/api/watch-history',
    auth: 'user',
    summary:
      "Empties the signed-in person's history at once; what is stored of it, and every place, is removed soon after.",
    responses: { 202: null },
    errors: [],
  }),
  'history.get-settings': endpoint({
    method: 'GET',
    path: '/api/history-settings',
    auth: 'user',
    summary: 'Whether the history of the signed-in person is paused.',
    responses: { 200: HistorySettings },
    errors: [],
  }),
  'history.update-settings': endpoint({
    method: 'PUT',
    path: '/api/history-settings',
    auth: 'user',
    summary: 'Pauses the history of the signed-in person, or goes on with it.',
    body: z.strictObject({ paused: z.boolean() }),
    responses: { 200: HistorySettings },
    errors: [],
  }),
};
