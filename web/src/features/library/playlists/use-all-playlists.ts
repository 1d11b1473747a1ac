import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useApi } from '../../../core/api/api-context.tsx';
import { playlistsQuery } from '../api.ts';

/** All playlists of the user. All pages are loaded, since there are at most two hundred playlists. */
export const useAllPlaylists = () => {
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    useInfiniteQuery(playlistsQuery(useApi()));
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage({ cancelRefetch: false });
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const items = useMemo(() => data?.pages.flatMap((page) => page.items), [data]);
  return { items, error, retry: () => void refetch() };
};
