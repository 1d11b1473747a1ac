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
    summary: 'Searches published content by title, artist, tags and category. Returns the best matches first.',
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
        /** Number of matches, up to 1,000. */
        total: z.number(),
      }),
    },
    errors: ['unauthenticated', 'invalid_cursor', 'unavailable'],
  }),
  'search.search-all-content': endpoint({
    method: 'GET',
    path: '/api/admin/search/content',
    auth: 'moderator',
    summary:
      'Searches content in every state. Returns the best matches first. Moderators can search only pending items.',
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
         * Number of matches before the status and conversion filters apply, up to 1,000. For moderators, only pending
         * items count.
         */
        total: z.number(),
      }),
    },
    errors: ['invalid_cursor', 'unavailable'],
  }),
};
