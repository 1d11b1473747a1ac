import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { HistoryEntry } from '../../../../lambdas/contract/listening/history.ts';
import { liveTopics } from '../../../../lambdas/contract/live/live-topics.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { useLiveRefresh } from '../../core/live/live-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import {
  historyQuery,
  historySettingsQuery,
  recordPosition,
  positionsQuery,
  refetchHistory,
  recentlyPlayedQuery,
} from './api.ts';
import { historyTexts } from './texts.ts';

/** The whole history, page by page. */
export const useHistory = () => {
  const api = useApi();
  const queries = useQueryClient();
  const { me } = useAuth();
  useLiveRefresh(me ? liveTopics.history(me.id) : null, () => void refetchHistory(queries));
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    useInfiniteQuery(historyQuery(api));
  // An item that is watched while pages are loaded may be on two of them.
  const items = useMemo(
    () => data && [...new Map(data.pages.flatMap((page) => page.items).map((entry) => [entry.id, entry])).values()],
    [data],
  );
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  return {
    items,
    error: items === undefined ? error : null,
    moreFailed: isFetchNextPageError,
    hasMore: hasNextPage,
    loadingMore: isFetchingNextPage,
    loadMore,
    retry: () => void refetch(),
  };
};

/** The changes that users can make to their history. Each reports its result in a toast. */
export const useHistoryChanges = () => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const failed = (title: string) => (error: Error) =>
    void show({ title, description: error.message, variant: 'destructive' });

  const remove = useMutation({
    mutationFn: ({ content_id: contentId }: HistoryEntry) =>
      api.call('history.delete-entry', { params: { contentId } }),
    onSuccess: async (_, { id, content_id: contentId }) => {
      // The response to an earlier request would still contain the entry.
      await queries.cancelQueries({ queryKey: historyQuery(api).queryKey });
      queries.setQueryData(
        historyQuery(api).queryKey,
        (all) =>
          all && {
            ...all,
            pages: all.pages.map((page) => ({ ...page, items: page.items.filter((entry) => entry.id !== id) })),
          },
      );
      queries.setQueryData(recentlyPlayedQuery(api).queryKey, (items) => items?.filter((entry) => entry.id !== id));
      recordPosition(queries, contentId, null);
      show({ title: historyTexts.removed });
    },
    onError: failed(historyTexts.removeFailed),
  });

  const clear = useMutation({
    mutationFn: () => api.call('history.clear-history', {}),
    onSuccess: async () => {
      await queries.cancelQueries({ queryKey: historyQuery(api).queryKey });
      queries.setQueryData(historyQuery(api).queryKey, {
        pages: [{ items: [], next_cursor: null }],
        pageParams: [null],
      });
      queries.setQueryData(recentlyPlayedQuery(api).queryKey, []);
      queries.setQueryData(positionsQuery(api).queryKey, new Map());
      show({ title: historyTexts.cleared });
    },
    onError: failed(historyTexts.clearFailed),
  });

  const pause = useMutation({
    mutationFn: (paused: boolean) => api.call('history.update-settings', { body: { paused } }),
    onSuccess: async (settings) => {
      await queries.cancelQueries({ queryKey: historySettingsQuery(api).queryKey });
      queries.setQueryData(historySettingsQuery(api).queryKey, settings);
      show({ title: settings.paused ? historyTexts.paused : historyTexts.resumed });
    },
    onError: failed(historyTexts.settingsFailed),
  });

  return { remove, clear, pause };
};
