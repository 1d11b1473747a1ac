import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api/api-client.ts';

/** Query key of the user's sessions. */
const SESSIONS_KEY = ['sessions.list-sessions'] as const;

/** The user's active sessions. */
export const sessionsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: SESSIONS_KEY,
    queryFn: ({ signal }) => api.call('sessions.list-sessions', {}, { signal }),
  });

/** What was recorded of the user's sign-ins, newest first, page by page. */
export const activityQuery = (api: ApiClient) =>
  infiniteQueryOptions({
    queryKey: ['sessions.list-activity'],
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }: { readonly next_cursor: string | null }) => next_cursor,
    queryFn: ({ pageParam, signal }) =>
      api.call('sessions.list-activity', { query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
  });
