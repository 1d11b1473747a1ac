import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PagedList } from '../../../ui/layout/lists/next-page.tsx';

type Pages = Pick<
  UseInfiniteQueryResult<InfiniteData<unknown>>,
  'data' | 'isFetching' | 'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'
>;

/**
 * Returns the list with a `fetchNextPage` that survives live events: a live event refetches the list and cancels a page
 * that is still loading; the page is then requested again.
 */
export const useRequestedPages = ({
  data,
  isFetching,
  hasNextPage,
  fetchNextPage,
  isFetchingNextPage,
  isFetchNextPageError,
}: Pages): PagedList => {
  const loaded = data?.pages.length ?? 0;
  /** The number of pages that the user asked for. */
  const [requested, setRequested] = useState(1);
  const needsNextPage = loaded > 0 && hasNextPage && loaded < requested && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (needsNextPage) void fetchNextPage();
  }, [needsNextPage, fetchNextPage]);
  const request = (): void => {
    if (isFetchNextPageError) void fetchNextPage();
    else setRequested(loaded + 1);
  };
  return { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage: request };
};
