import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api/api-client.ts';

/** Query key of everything about bulk jobs. */
export const JOBS_KEY = 'bulk';

/** Polling interval of a running job, in milliseconds. */
const POLL_MS = 1500;

/** One job, polled until it is done. */
export const jobQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [JOBS_KEY, 'job', id],
    queryFn: ({ signal }) => api.call('bulk.get-job', { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'done' ? false : POLL_MS),
  });

/** The result of a job for each item, page by page. */
export const jobItemsQuery = (api: ApiClient, id: string) =>
  infiniteQueryOptions({
    queryKey: [JOBS_KEY, 'items', id],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        'bulk.list-items',
        { params: { id }, query: { limit: 50, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });

/** All stored jobs, newest first, page by page. */
export const jobsQuery = (api: ApiClient) =>
  infiniteQueryOptions({
    queryKey: [JOBS_KEY, 'jobs'],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        'bulk.list-jobs',
        { query: { limit: 20, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some((job) => job.state === 'running')) ? POLL_MS : false,
  });
