import * as z from 'zod/mini';
import { ContentCard, ContentStatus, ContentType, ContentView, ConversionStatus } from '../content/content-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { MAX_SEARCH_LENGTH } from './search-text.ts';
import { CategoryId, line, pageQuery } from '../shared.ts';

export const searchEndpoints = {
  'search.search-content': endpoint({
    method: 'GET',
    path: '/api/search',
    auth: 'optional',
    summary:
      'Published content whose title contains a text, or which has all its words in title, artist, tags or category; best first.',
    query: z.strictObject({
      ...pageQuery,
      q: line(MAX_SEARCH_LENGTH, 1),
      category_id: z.optional(CategoryId),
      content_type: z.optional(ContentType),
    }),
    responses: {
      200: z.object({
        items: z.array(ContentCard),
        next_cursor: z.nullable(z.string()),
        /** Contents found, 1,000 at most. */
        total: z.number(),
      }),
    },
    errors: ['unauthenticated', 'invalid_cursor', 'unavailable'],
  }),
  'search.search-all-content': endpoint({
    method: 'GET',
    path: '/api/admin/search/content',
    auth: 'moderator',
    summary: 'As the search of published content, in every state; best first. Moderators ask for what is pending.',
    query: z.strictObject({
      ...pageQuery,
      q: line(MAX_SEARCH_LENGTH, 1),
      content_type: z.optional(ContentType),
      status: z.optional(ContentStatus),
      conversion_status: z.optional(ConversionStatus),
    }),
    responses: {
      200: z.object({
        items: z.array(ContentView),
        next_cursor: z.nullable(z.string()),
        /**
         * Contents found before status and conversion are looked at, 1,000 at most; to moderators, of those that are
         * pending.
         */
        total: z.number(),
      }),
    },
    errors: ['invalid_cursor', 'unavailable'],
  }),
};
