import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { isWorthResuming } from '../../../../lambdas/contract/listening/history-rules.ts';
import { refreshQueries } from '../../core/api/refresh-queries.ts';
import type { ApiClient } from '../../lib/api/api-client.ts';

/** Entries that Recently Played shows (specification, section 9). */
const RECENTLY_PLAYED_LIMIT = 10;
/** Entries of a page of the whole history. */
const PAGE = 24;
/** First part of the keys of everything that the topic of a history tells about. */
const HISTORY = 'history.list-history';
const POSITION = ['history.list-positions'];

/** A place in a content, in seconds. */
export interface Progress {
  readonly seconds: number;
  readonly duration: number;
}

/** What the signed-in person played last, newest first. */
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

/** Whether the history is paused. The topic of the history tells about it too. */
export const historySettingsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [HISTORY, 'settings'],
    queryFn: ({ signal }) => api.call('history.get-settings', {}, { signal }),
  });

/** Where the person left contents, by their ids. Read once; what plays here is written into it. */
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

/** Reads anew what shows of the history: entries, and whether it is paused. */
export const refetchHistory = (queries: QueryClient): Promise<void> => refreshQueries(queries, [HISTORY]);

/** Reads places anew, where they were read before. */
export const refetchPositions = (queries: QueryClient): Promise<void> => refreshQueries(queries, POSITION);

/** Notes that a content was started, and reads the lists anew. */
export const recordStart = async (api: ApiClient, queries: QueryClient, contentId: string): Promise<void> => {
  await api.call('history.record-history', { body: { content_id: contentId } });
  await refetchHistory(queries);
};

/** Shows the person's place in a content; null, or the start or the end, shows none. */
export const recordPosition = (queries: QueryClient, contentId: string, spot: Progress | null): void => {
  queries.setQueryData<ReadonlyMap<string, Progress>>(POSITION, (positions) => {
    if (!positions) return undefined;
    const next = new Map(positions);
    if (spot && isWorthResuming(spot.seconds, spot.duration)) next.set(contentId, spot);
    else next.delete(contentId);
    return next;
  });
};
