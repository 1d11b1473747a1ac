import * as z from 'zod/mini';
import { ContentType } from './content-shapes.ts';
import { endpoint } from './endpoint.ts';
import { ContentId, CreatorId, Timestamp, pageLimit, pageOf, pageQuery } from './shared.ts';

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
    summary: 'Notes that the signed-in person started a content; one entry per content.',
    body: z.strictObject({ content_id: ContentId }),
    responses: { 200: HistoryEntry },
    errors: ['content_not_found'],
  }),
};
