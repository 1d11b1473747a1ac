import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { isWorthResuming } from '../../../../lambdas/contract/listening/history-rules.ts';
import { refreshQueries } from '../../core/api/refresh-queries.ts';
import type { ApiClient } from '../../lib/api/api-client.ts';

/** Entries that Recently Played shows (specification, section 9). */
const RECENTLY_PLAYED_LIMIT = 10;
/** Entries per page of the whole history. */
const PAGE = 24;
/** First part of the query keys that the live topic of a history invalidates. */
const HISTORY = 'history.list-history';
const POSITION = ['history.list-positions'];

/** A position in an item, in seconds. */
export interface Progress {
  readonly seconds: number;
  readonly duration: number;
}

/** The items that the user played last, newest first. */
export const recentlyPlayedQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [HISTORY, 'recent'],
    queryFn: async ({ signal }) =>
      (await api.call('history.list-history', { query: { limit: RECENTLY_PLAYED_LIMIT } }, { signal })).items,
  });

/** The whole history, page by page. */
export const historyQuery = (api: ApiClient) =>
  infiniteQueryOptions({
    queryKey: [HISTORY, 'all'],
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }: { readonly next_cursor: string | null }) => next_cursor,
    queryFn: ({ pageParam, signal }) =>
      api.call(
        'history.list-history',
        { query: { limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { signal },
      ),
  });

/** Whether the history is paused. The live topic of the history covers this too. */
export const historySettingsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [HISTORY, 'settings'],
    queryFn: ({ signal }) => api.call('history.get-settings', {}, { signal }),
  });

/** The user's playback positions, by content id. Loaded once; items that play here update it. */
export const positionsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: POSITION,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Progress>> => {
      const { items } = await api.call('history.list-positions', {}, { signal });
      return new Map(
        items.map(({ content_id: id, position_seconds: seconds, duration_seconds: duration }) => [
          id,
          { seconds, duration },
        ]),
      );
    },
  });

/** Reloads the history: its entries, and whether it is paused. */
export const refetchHistory = (queries: QueryClient): Promise<void> => refreshQueries(queries, [HISTORY]);

/** Records that an item was started, and reloads the history. */
export const recordStart = async (api: ApiClient, queries: QueryClient, contentId: string): Promise<void> => {
  await api.call('history.record-history', { body: { content_id: contentId } });
  await refetchHistory(queries);
};

/** Shows the playback position of an item; null, or a position at the start or the end, shows none. */
export const recordPosition = (queries: QueryClient, contentId: string, position: Progress | null): void => {
  queries.setQueryData<ReadonlyMap<string, Progress>>(POSITION, (positions) => {
    if (!positions) return undefined;
    const next = new Map(positions);
    if (position && isWorthResuming(position.seconds, position.duration)) next.set(contentId, position);
    else next.delete(contentId);
    return next;
  });
};
