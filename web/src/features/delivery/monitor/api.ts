import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { pollEvery } from '../poll-every.ts';

/** Milliseconds between two refreshes of the CDN monitor while its page is visible (specification, section 9). */
const REFRESH_MS = 10_000;
/** Milliseconds between two looks at the distribution: "CDN propagation status 30 s" (specification, section 9). */
const STATUS_REFRESH_MS = 30_000;
/** Milliseconds between two refreshes of what is summed up every five minutes, and costs more to read. */
const PLAYS_REFRESH_MS = 60_000;

/** The figures of the delivery with their sources, its health and its open alerts. */
export const overviewQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['delivery-monitor.get-overview'],
    queryFn: ({ signal }) => api.call('delivery-monitor.get-overview', {}, { signal }),
    refetchInterval: pollEvery(REFRESH_MS),
  });

/** The last hours that have logs. */
export const hoursQuery = (api: ApiClient, hours: number) =>
  queryOptions({
    queryKey: ['delivery-monitor.list-hours', hours],
    queryFn: ({ signal }) => api.call('delivery-monitor.list-hours', { query: { hours } }, { signal }),
    refetchInterval: pollEvery(REFRESH_MS),
  });

/** The alerts of the last year, page by page. */
export const alertsQuery = (api: ApiClient) =>
  infiniteQueryOptions({
    queryKey: ['delivery-monitor.list-alerts'],
    queryFn: ({ pageParam, signal }) =>
      api.call('delivery-monitor.list-alerts', { query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: pollEvery(REFRESH_MS),
  });

/** The most played titles of today. */
export const topTitlesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['plays.get-totals', 1],
    queryFn: ({ signal }) => api.call('plays.get-totals', { query: { days: 1 } }, { signal }),
    refetchInterval: pollEvery(PLAYS_REFRESH_MS),
  });

/** How far the last change and the invalidations of the stage's distribution are; null without one that is enabled. */
export const statusQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['delivery-monitor.check-cdn-status'],
    queryFn: async ({ signal }) => {
      const { settings } = await api.call('delivery-tools.get-cdn-settings', {}, { signal });
      if (settings === null) return null;
      const body = { distributionId: settings.distribution_id };
      return api.call('delivery-monitor.check-cdn-status', { body }, { signal });
    },
    refetchInterval: pollEvery(STATUS_REFRESH_MS),
  });

/** Plays that were started lately. */
export const streamsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['plays.get-streams'],
    queryFn: ({ signal }) => api.call('plays.get-streams', {}, { signal }),
    refetchInterval: pollEvery(REFRESH_MS),
  });

/** How well titles play, for the site and by device and country. */
export const qualityQuery = (api: ApiClient, days: number) =>
  queryOptions({
    queryKey: ['plays.get-quality', days],
    queryFn: ({ signal }) => api.call('plays.get-quality', { query: { days } }, { signal }),
    refetchInterval: pollEvery(PLAYS_REFRESH_MS),
  });

/** How well one title plays. */
export const titleQualityQuery = (api: ApiClient, id: string, days: number) =>
  queryOptions({
    queryKey: ['plays.get-title', id, days],
    queryFn: ({ signal }) => api.call('plays.get-title', { params: { id }, query: { days } }, { signal }),
    refetchInterval: pollEvery(PLAYS_REFRESH_MS),
  });

/** The name of a title. */
export const titleNameQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: ['catalog.get-content', id, 'name'],
    queryFn: async ({ signal }) => (await api.call('catalog.get-content', { params: { id } }, { signal })).title,
  });
