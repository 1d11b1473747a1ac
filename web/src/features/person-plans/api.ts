import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api/api-client.ts';

/** First part of every key below. */
export const PERSON_PLANS = 'person-plans';

/** A user's plan. */
export const planQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [PERSON_PLANS, id, 'plan'],
    queryFn: ({ signal }) => api.call('person-plans.get-plan', { params: { id } }, { signal }),
  });

/** What happened to a user's plan, newest first. */
export const planHistoryQuery = (api: ApiClient, id: string) =>
  infiniteQueryOptions({
    queryKey: [PERSON_PLANS, id, 'history'],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        'person-plans.list-history',
        { params: { id }, query: pageParam === null ? {} : { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
