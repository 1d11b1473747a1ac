import type { QueryClient } from '@tanstack/react-query';
import { refreshQueries } from './refresh-queries.ts';

/** What shows contents: queries are keyed by the endpoint that they read. */
const CONTENT_QUERIES = [
  'content.list-all-content',
  'catalog.list-content',
  'catalog.get-content',
  'search.search-content',
];

/** Contents were added, changed or removed: whatever shows them is read again. */
export const invalidateContent = async (queries: QueryClient): Promise<void> => {
  await Promise.all(CONTENT_QUERIES.map((key) => refreshQueries(queries, [key])));
};
