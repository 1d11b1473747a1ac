import * as z from 'zod/mini';
import { ContentCard, ContentType } from './content-shapes.ts';
import { endpoint } from './endpoint.ts';
import { CategoryId, line, pageQuery } from './shared.ts';

/** Characters of a search (specification, section 5). */
export const MAX_SEARCH_LENGTH = 100;

export const searchEndpoints = {
  'search.search-content': endpoint({
    method: 'GET',
    path: '/api/search',
    auth: 'optional',
    summary: 'Published content whose title contains a text, or which has all its words in title, artist, tags or category; best first.',
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
};
