import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api/api-client.ts';

/** The user's factors. */
export const factorsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['factors.list-factors'],
    queryFn: ({ signal }) => api.call('factors.list-factors', {}, { signal }),
  });

/** The user's own security events, newest first, page by page. */
export const ownEventsQuery = (api: ApiClient) =>
  infiniteQueryOptions({
    queryKey: ['security.list-own-events'],
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }: { readonly next_cursor: string | null }) => next_cursor,
    queryFn: ({ pageParam, signal }) =>
      api.call('security.list-own-events', { query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
  });
