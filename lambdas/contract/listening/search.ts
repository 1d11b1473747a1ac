import * as z from 'zod/mini';
import { ContentCard, ContentStatus, ContentType, ContentView, ConversionStatus } from '../content/content-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { MAX_SEARCH_LENGTH, SENTENCES_SHOWN } from './search-text.ts';
import { CategoryId, Cursor, line, pageLimit, pageQuery } from '../shared.ts';

/** Titles of a page of a search in speech, and their maximum: each one needs up to five reads. */
const SPEECH_PAGE = 6;
const MAX_SPEECH_PAGE = 24;

/** A sentence that was found. */
const Sentence = z.object({
  /** When it starts and ends, in milliseconds from the start of the title. */
  start_ms: z.number(),
  end_ms: z.number(),
  /** As the transcript says now. Plain text. */
  text: z.string(),
  /** The parts of the text that match, in order: start (inclusive) and end (exclusive), in UTF-16 code units. */
  matches: z.array(z.readonly(z.tuple([z.number(), z.number()]))),
});

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
  'search.search-speech': endpoint({
    method: 'GET',
    path: '/api/search/speech',
    auth: 'optional',
    summary: 'Searches what is said in published content that the caller can play. Returns the best titles first.',
    query: z.strictObject({
      cursor: z.optional(Cursor),
      limit: pageLimit(SPEECH_PAGE, MAX_SPEECH_PAGE),
      q: line(MAX_SEARCH_LENGTH, 1),
      category_id: z.optional(CategoryId),
      content_type: z.optional(ContentType),
    }),
    responses: {
      200: z.object({
        items: z.array(
          z.object({
            content: ContentCard,
            /** The best sentences of the title, in order of time. */
            sentences: z.array(Sentence).check(z.maxLength(SENTENCES_SHOWN)),
            /** Number of sentences that match in the title, up to 50. */
            found: z.number(),
          }),
        ),
        next_cursor: z.nullable(z.string()),
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
