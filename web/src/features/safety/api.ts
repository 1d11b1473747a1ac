import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { invalidateContent } from '../../core/api/invalidate-content.ts';
import { refreshQueries } from '../../core/api/refresh-queries.ts';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';

/** First part of every key below. */
const SAFETY = 'safety';

/** Whether a call failed because someone else has decided, or saved a policy, meanwhile. */
export const isVersionConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'version_conflict';

/** What the list of reviews shows. */
export interface ReviewFilter {
  readonly list: 'flagged' | 'unknown';
  readonly filter?: 'review' | 'blocked' | 'appealed' | undefined;
}

/** Titles that wait for a decision, the one that waits longest first. */
export const reviewsQuery = (api: ApiClient, { list, filter }: ReviewFilter) =>
  infiniteQueryOptions({
    queryKey: [SAFETY, 'reviews', list, filter ?? null],
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }: { readonly next_cursor: string | null }) => next_cursor,
    queryFn: ({ pageParam, signal }) =>
      api.call(
        'safety.list-reviews',
        { query: { list, ...(filter ? { filter } : {}), ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { signal },
      ),
  });

/** The verdict about a title with its evidence. */
export const reviewQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [SAFETY, 'review', id],
    queryFn: ({ signal }) => api.call('safety.get-review', { params: { id } }, { signal }),
    retry: false,
  });

/** The frame of a piece of evidence, as the address of a picture. */
export const frameQuery = (api: ApiClient, id: string, evidenceId: string) =>
  queryOptions({
    queryKey: [SAFETY, 'frame', id, evidenceId],
    queryFn: async ({ signal }) => {
      const { jpeg } = await api.call('safety.get-frame', { params: { id, evidenceId } }, { signal });
      return `data:image/jpeg;base64,${jpeg}`;
    },
    retry: false,
  });

/** The verdict as the owner of a title sees it. */
export const noticeQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [SAFETY, 'notice', id],
    queryFn: ({ signal }) => api.call('safety.get-notice', { params: { id } }, { signal }),
    retry: false,
  });

/** The same frame for the owner of the title. */
export const ownFrameQuery: typeof frameQuery = (api, id, evidenceId) =>
  queryOptions({
    queryKey: [SAFETY, 'frame', id, evidenceId],
    queryFn: async ({ signal }) => {
      const { jpeg } = await api.call('safety.get-own-frame', { params: { id, evidenceId } }, { signal });
      return `data:image/jpeg;base64,${jpeg}`;
    },
    retry: false,
  });

/** The titles of the user's creators, newest first. */
export const ownTitlesQuery = (api: ApiClient) =>
  infiniteQueryOptions({
    queryKey: [SAFETY, 'own-titles'],
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }: { readonly next_cursor: string | null }) => next_cursor,
    queryFn: ({ pageParam, signal }) =>
      api.call('safety.list-own-titles', { query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
  });

/** Milliseconds between two looks at the progress of an evaluation. */
const PROGRESS_MS = 2000;

/** The current policy, and the progress of its evaluation while it runs. */
export const policyQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [SAFETY, 'policy'],
    queryFn: ({ signal }) => api.call('safety.get-policy', {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.evaluation?.state === 'running' ? PROGRESS_MS : false),
  });

/** The versions of the policy, newest first. The last page ends with the policy of a new platform. */
export const policyVersionsQuery = (api: ApiClient) =>
  infiniteQueryOptions({
    queryKey: [SAFETY, 'policy-versions'],
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }: { readonly next_cursor: string | null }) => next_cursor,
    queryFn: ({ pageParam, signal }) =>
      api.call('safety.list-policy-versions', { query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
  });

/** Reloads the list of reviews and the open review. Their frames never change. */
export const refreshReviews = async (queries: QueryClient): Promise<void> => {
  await Promise.all([refreshQueries(queries, [SAFETY, 'reviews']), refreshQueries(queries, [SAFETY, 'review'])]);
};

/** Reloads everything that a decision or a new policy changes. */
export const refreshSafety = async (queries: QueryClient): Promise<void> => {
  await Promise.all([refreshQueries(queries, [SAFETY]), invalidateContent(queries)]);
};
