import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { pollEvery } from '../poll-every.ts';

/** Milliseconds between two looks at the state of the delivery (specification, section 9: "30 s"). */
const POLL_MS = 30_000;
/** Titles that one page of the search for outdated media looks at. */
const LOOKED_AT = 100;

/** Query key of the propagation of every distribution. */
export const CDN_STATUS_KEY = ['delivery-monitor.check-cdn-status'] as const;

/** The distribution of the stage while it is enabled. Polled, because a deployment can enable it. */
export const cdnSettingsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['delivery-tools.get-cdn-settings'],
    queryFn: ({ signal }) => api.call('delivery-tools.get-cdn-settings', {}, { signal }),
    refetchInterval: pollEvery(POLL_MS),
  });

/** How far changes of a distribution are. Polled, because CloudFront reports nothing. */
export const cdnStatusQuery = (api: ApiClient, distributionId: string) =>
  queryOptions({
    queryKey: [...CDN_STATUS_KEY, distributionId],
    queryFn: ({ signal }) => api.call('delivery-monitor.check-cdn-status', { body: { distributionId } }, { signal }),
    staleTime: 0,
    refetchInterval: pollEvery(POLL_MS),
  });

/** Health, phases and figures of the delivery. */
export const cdnOverviewQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['delivery-monitor.get-overview'],
    queryFn: ({ signal }) => api.call('delivery-monitor.get-overview', {}, { signal }),
    refetchInterval: pollEvery(POLL_MS),
  });

/** Titles with outdated media, page by page. A page can be short or empty before the last. */
export const outdatedMediaQuery = (api: ApiClient) =>
  infiniteQueryOptions({
    queryKey: ['delivery-tools.list-outdated-media'],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        'delivery-tools.list-outdated-media',
        { query: { limit: LOOKED_AT, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchOnWindowFocus: false,
  });

/** One title with what the steps of its delivery recorded. */
export const titleQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: ['catalog.get-content', id, 'cdn'],
    queryFn: ({ signal }) => api.call('catalog.get-content', { params: { id } }, { signal }),
  });
