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

/** Query key of the user's own smart tokens. */
export const OWN_TOKENS_KEY = ['tokens.list-tokens'] as const;

/** The user's own smart tokens, newest first. */
export const ownTokensQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: OWN_TOKENS_KEY,
    queryFn: ({ signal }) => api.call('tokens.list-tokens', {}, { signal }),
    staleTime: 0,
  });
