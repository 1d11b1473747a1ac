import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { refreshQueries } from '../../core/api/refresh-queries.ts';
import type { ApiClient } from '../../lib/api/api-client.ts';

const BOOKMARKS = ['bookmarks.list-bookmarks'];

/** The user's bookmarks, newest first, page by page. */
export const bookmarksQuery = (api: ApiClient) =>
  infiniteQueryOptions({
    queryKey: BOOKMARKS,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }: { readonly next_cursor: string | null }) => next_cursor,
    queryFn: ({ pageParam, signal }) =>
      api.call('bookmarks.list-bookmarks', { query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
  });

/** Reloads the bookmarks after a change. */
export const refetchBookmarks = (queries: QueryClient): Promise<void> => refreshQueries(queries, BOOKMARKS);
