import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { useToast } from '../../../core/toast/toast-context.tsx';
import { allContentQuery } from '../../../features/content/api.ts';
import type { ContentFilter } from '../../../features/content/list-state.ts';
import { contentTexts } from '../../../features/content/texts.ts';
import { CONVERSION_POLL_MS, isConverting } from '../../../features/conversion/rules.ts';
import { useRequestedPages } from './use-requested-pages.ts';

const NONE: readonly ContentView[] = [];

/**
 * The content items that match a filter, page by page. While they are not `live`, polls every two seconds if any of
 * them is converting.
 */
export const useContentPages = (filter: ContentFilter, live: boolean) => {
  const { show } = useToast();
  const list = useInfiniteQuery({
    ...allContentQuery(useApi(), filter),
    refetchInterval: ({ state }) =>
      !live && state.data?.pages.some(({ items }) => items.some(isConverting)) ? CONVERSION_POLL_MS : false,
  });
  const { data, error, refetch, isFetching } = list;
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? NONE, [data]);
  const failed = error !== null && !data;
  const pages = useRequestedPages(list);

  useEffect(() => {
    if (failed)
      show({ title: contentTexts.toasts.error, description: contentTexts.toasts.loadFailed, variant: 'destructive' });
  }, [failed, show]);

  return {
    items,
    loaded: data !== undefined,
    /** Why the first page failed; null while a request is in progress. */
    error: failed && !isFetching ? error : null,
    retry: () => void refetch(),
    pages,
  };
};
