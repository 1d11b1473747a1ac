import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { liveTopics } from '../../../../../lambdas/contract/live/live-topics.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { invalidateContent } from '../../../core/api/invalidate-content.ts';
import { useLiveTopic } from '../../../core/live/live-context.tsx';
import { useToast } from '../../../core/toast/toast-context.tsx';
import { allContentQuery } from '../../../features/content/api.ts';
import type { ContentFilter } from '../../../features/content/list-state.ts';
import { contentTexts } from '../../../features/content/texts.ts';
import { CONVERSION_POLL_MS, isConverting } from '../../../features/conversion/rules.ts';

const NONE: readonly ContentView[] = [];

/**
 * The content items that match a filter, page by page. Refetches on live events; without a live connection, polls every
 * two seconds while any of the items is converting.
 */
export const useContentPages = (filter: ContentFilter) => {
  const { show } = useToast();
  const queries = useQueryClient();
  const live = useLiveTopic(liveTopics.content, () => void invalidateContent(queries));
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useInfiniteQuery({
      ...allContentQuery(useApi(), filter),
      refetchInterval: ({ state }) =>
        !live && state.data?.pages.some(({ items }) => items.some(isConverting)) ? CONVERSION_POLL_MS : false,
    });
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? NONE, [data]);
  const failed = error !== null && !data;
  /**
   * The number of pages the user asked for. A live event refetches the list and cancels a page that is still loading;
   * the effect below then requests that page again.
   */
  const [requestedPages, setRequestedPages] = useState(1);
  const needsNextPage =
    data !== undefined && hasNextPage && data.pages.length < requestedPages && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (needsNextPage) void fetchNextPage();
  }, [needsNextPage, fetchNextPage]);

  useEffect(() => {
    if (failed)
      show({ title: contentTexts.toasts.error, description: contentTexts.toasts.loadFailed, variant: 'destructive' });
  }, [failed, show]);

  const loadMore = () => {
    if (isFetchNextPageError) void fetchNextPage();
    else setRequestedPages((data?.pages.length ?? 0) + 1);
  };
  return {
    items,
    loaded: data !== undefined,
    /** Why the first page failed; null while a request is in progress. */
    error: failed && !isFetching ? error : null,
    retry: () => void refetch(),
    hasMore: hasNextPage,
    loadingMore: isFetchingNextPage,
    moreFailed: isFetchNextPageError,
    loadMore,
  };
};
