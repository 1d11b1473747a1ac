import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { ContentCard, ContentType } from '../../../../lambdas/contract/content/content-shapes.ts';
import { liveTopics } from '../../../../lambdas/contract/live/live-topics.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { invalidateContent } from '../../core/api/invalidate-content.ts';
import { useLiveRefresh } from '../../core/live/live-context.tsx';
import { categoriesQuery, contentListQuery } from './api.ts';
import { readAddress, withFilter } from './rules.ts';

/** The filters in the URL, and functions that change them. */
export const useCatalogFilter = () => {
  const [params, setParams] = useSearchParams();
  const { category, type, q } = readAddress(params);
  const setType = useCallback(
    (next: ContentType | null) => setParams((now) => withFilter(now, 'type', next), { preventScrollReset: true }),
    [setParams],
  );
  const setCategory = useCallback(
    (slug: string | null) => setParams((now) => withFilter(now, 'category', slug), { preventScrollReset: true }),
    [setParams],
  );
  // Only the start of a search adds a history entry, so Back leaves the search in one step.
  const setQ = useCallback(
    (next: string | null) =>
      setParams((now) => withFilter(now, 'q', next), {
        preventScrollReset: true,
        replace: q !== null && next !== null,
      }),
    [setParams, q],
  );
  return { category, type, q, setType, setCategory, setQ };
};

/** The content that matches the filters in the URL. */
export interface Catalog {
  /** Undefined until the first page has loaded. */
  readonly items: readonly ContentCard[] | undefined;
  /** Why the first page failed to load. */
  readonly error: Error | null;
  /** Why the next page failed to load. */
  readonly moreError: Error | null;
  /** Number of search results; undefined without a search, and until it is known. */
  readonly found: number | undefined;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

/** Loads the content that matches the filters in the URL, and reloads it on live events. */
export const useCatalog = (): Catalog => {
  const api = useApi();
  const queries = useQueryClient();
  const { category, type, q } = useCatalogFilter();
  useLiveRefresh(liveTopics.catalog, () => void invalidateContent(queries));
  const categories = useQuery({ ...categoriesQuery(api), enabled: category !== null });
  // The slug of a deleted category matches nothing, rather than everything.
  const known = category === null ? null : categories.data?.find(({ slug }) => slug === category);
  const waiting = category !== null && categories.data === undefined;
  const list = useInfiniteQuery({
    ...contentListQuery(api, { categoryId: known?.id ?? null, type, q }),
    enabled: known !== undefined && !waiting,
  });
  const {
    data,
    error,
    isPlaceholderData,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
    refetch,
  } = list;
  const unknown = !waiting && known === undefined;

  const items = useMemo(() => (unknown ? [] : data?.pages.flatMap((page) => page.items)), [data, unknown]);
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  const { refetch: refetchCategories } = categories;
  const retry = useCallback(
    () => void (waiting ? refetchCategories() : refetch()),
    [waiting, refetchCategories, refetch],
  );
  return {
    items,
    error: items === undefined ? (waiting ? categories.error : error) : null,
    moreError: isFetchNextPageError ? error : null,
    found: q === null || isPlaceholderData ? undefined : unknown ? 0 : data?.pages[0]?.total,
    hasMore: !unknown && hasNextPage,
    loadingMore: isFetchingNextPage,
    loadMore,
    retry,
  };
};
