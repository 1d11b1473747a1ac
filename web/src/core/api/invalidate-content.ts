import type { QueryClient } from '@tanstack/react-query';
import { refreshQueries } from './refresh-queries.ts';

/** First parts of the query keys that contain content items. Keys start with the endpoint. */
const CONTENT_QUERIES = [
  'content.list-all-content',
  'catalog.list-content',
  'catalog.get-content',
  'search.search-content',
  'search.search-speech',
];

/** Reloads every query with content items, because items were added, changed or removed. */
export const invalidateContent = async (queries: QueryClient): Promise<void> => {
  await Promise.all(CONTENT_QUERIES.map((key) => refreshQueries(queries, [key])));
};
