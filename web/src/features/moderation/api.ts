import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { refreshQueries } from '../../core/api/refresh-queries.ts';
import type { ApiClient } from '../../lib/api/api-client.ts';

/** First part of every key below. */
const MODERATION = 'moderation';
/** First part of the keys of a user's library: a decision changes the playlists in it. */
const LIBRARY = 'library';

const start = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ next_cursor }: { readonly next_cursor: string | null }) => next_cursor,
};
const queryOf = (cursor: string | null) => ({ query: cursor === null ? {} : { cursor } });

/** Playlists with open reports, the one that waits longest first. */
export const reportedQuery = (api: ApiClient) =>
  infiniteQueryOptions({
    queryKey: [MODERATION, 'reported'],
    ...start,
    queryFn: ({ pageParam, signal }) => api.call('moderation.list-reported-playlists', queryOf(pageParam), { signal }),
  });

/** The open reports of a playlist. */
export const reportsQuery = (api: ApiClient, id: string) =>
  infiniteQueryOptions({
    queryKey: [MODERATION, 'reports', id],
    ...start,
    queryFn: ({ pageParam, signal }) =>
      api.call('moderation.list-reports', { params: { id }, ...queryOf(pageParam) }, { signal }),
  });

/** Hidden playlists, most recently hidden first. */
export const hiddenQuery = (api: ApiClient) =>
  infiniteQueryOptions({
    queryKey: [MODERATION, 'hidden'],
    ...start,
    queryFn: ({ pageParam, signal }) => api.call('moderation.list-hidden-playlists', queryOf(pageParam), { signal }),
  });

/** Reloads everything that a decision changes. */
export const refreshModeration = async (queries: QueryClient): Promise<void> => {
  await Promise.all([refreshQueries(queries, [MODERATION]), refreshQueries(queries, [LIBRARY])]);
};
