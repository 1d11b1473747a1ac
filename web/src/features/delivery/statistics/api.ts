import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api/api-error.ts';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { pollEvery, type PolledQuery } from '../poll-every.ts';

/** Milliseconds between two requests of an open screen. The server counts plays every five minutes. */
const REFRESH_MS = 60_000;

/** Whether something does not exist, or does not belong to the user. */
export const isMissing = (error: Error | null): boolean =>
  error instanceof ApiError && (error.code === 'content_not_found' || error.code === 'creator_not_found');

/** What is missing is not asked for again. */
const refreshExisting = (query: PolledQuery & { readonly state: { readonly error: Error | null } }): number | false =>
  isMissing(query.state.error) ? false : pollEvery(REFRESH_MS)(query);

/** The numbers of a title in the last days. */
export const titlePlaysQuery = (api: ApiClient, id: string, days: number) =>
  queryOptions({
    queryKey: ['plays.get-title', id, days],
    queryFn: ({ signal }) => api.call('plays.get-title', { params: { id }, query: { days } }, { signal }),
    refetchInterval: refreshExisting,
    placeholderData: keepPreviousData,
  });

/** The numbers of all titles of a creator in the last days. */
export const creatorPlaysQuery = (api: ApiClient, id: string, days: number) =>
  queryOptions({
    queryKey: ['plays.get-creator', id, days],
    queryFn: ({ signal }) => api.call('plays.get-creator', { params: { id }, query: { days } }, { signal }),
    refetchInterval: refreshExisting,
    placeholderData: keepPreviousData,
  });

/** The creators that belong to the user. */
export const ownCreatorsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['plays.list-own-creators'],
    queryFn: async ({ signal }) => (await api.call('plays.list-own-creators', {}, { signal })).items,
  });

/** The numbers of all titles in the last days. */
export const playTotalsQuery = (api: ApiClient, days: number) =>
  queryOptions({
    queryKey: ['plays.get-totals', days],
    queryFn: ({ signal }) => api.call('plays.get-totals', { query: { days } }, { signal }),
    refetchInterval: pollEvery(REFRESH_MS),
    placeholderData: keepPreviousData,
  });

/** How many plays were started in the last hour and in the last 24 hours. */
export const streamsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['plays.get-streams'],
    queryFn: ({ signal }) => api.call('plays.get-streams', {}, { signal }),
    refetchInterval: pollEvery(REFRESH_MS),
  });
