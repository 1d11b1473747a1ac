import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { UserDataRequest } from '../../../../lambdas/contract/people/data-requests.ts';
import type { ApiClient } from '../../lib/api/api-client.ts';

/** Query key of the current user's requests. */
export const OWN_REQUESTS_KEY = ['data-requests.list-own'] as const;

/** Milliseconds between two looks at an export that is being made. Only while the section is open. */
const LOOK_MS = 5_000;

/** The current user's requests. */
export const ownRequestsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: OWN_REQUESTS_KEY,
    queryFn: ({ signal }) => api.call('data-requests.list-own', {}, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === 'pending' || status === 'processing') ? LOOK_MS : false,
  });

/** One request with its progress and receipt. Open erasures make progress, so it is always read again. */
export const requestQuery = (api: ApiClient, { user_id: userId, id }: Pick<UserDataRequest, 'user_id' | 'id'>) =>
  queryOptions({
    queryKey: ['data-requests.get-request', id],
    queryFn: ({ signal }) => api.call('data-requests.get-request', { params: { userId, id } }, { signal }),
    staleTime: 0,
  });

/** The requests of all users, newest first, page by page. */
export const allRequestsQuery = (api: ApiClient) =>
  infiniteQueryOptions({
    queryKey: ['data-requests.list-requests'],
    queryFn: ({ pageParam, signal }) =>
      api.call('data-requests.list-requests', { query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 0,
  });
