import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useApi } from '../../core/api/api-context.tsx';
import { likesQuery } from './api.ts';

/** The items that the user likes, page by page. Loaded only while they are shown. */
export const useLikesList = (shown: boolean) => {
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    useInfiniteQuery({ ...likesQuery(useApi()), enabled: shown });
  const items = useMemo(() => data?.pages.flatMap((page) => page.items.map(({ content }) => content)), [data]);
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  const retry = useCallback(() => void refetch(), [refetch]);
  return {
    items,
    error: items === undefined ? error : null,
    moreError: isFetchNextPageError ? error : null,
    hasMore: hasNextPage,
    loadingMore: isFetchingNextPage,
    loadMore,
    retry,
  };
};
