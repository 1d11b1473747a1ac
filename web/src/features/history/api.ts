import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { readAgain } from '../../core/api/read-again.ts';
import type { ApiClient } from '../../lib/api-client.ts';

/** Entries that Recently Played shows (specification, section 9). */
const RECENTLY_PLAYED_LIMIT = 10;
const KEY = ['history.list-history'];

/** What the signed-in person played last, newest first. */
export const recentlyPlayedQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await api.call('history.list-history', { query: { limit: RECENTLY_PLAYED_LIMIT } }, { signal })).items,
  });

/** Notes that a content was started, and reads the list anew. */
export const recordStart = async (api: ApiClient, queries: QueryClient, contentId: string): Promise<void> => {
  await api.call('history.record-history', { body: { content_id: contentId } });
  await readAgain(queries, KEY);
};
