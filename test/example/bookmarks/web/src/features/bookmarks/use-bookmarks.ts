import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../core/api/api-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { bookmarksQuery, refetchBookmarks } from './api.ts';
import { bookmarkTexts } from './texts.ts';

/** The user's bookmarks, page by page. */
export const useBookmarks = () => {
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    useInfiniteQuery(bookmarksQuery(useApi()));
  const items = data?.pages.flatMap((page) => page.items);
  return {
    items,
    error: items === undefined ? error : null,
    moreFailed: isFetchNextPageError,
    hasMore: hasNextPage,
    loadingMore: isFetchingNextPage,
    loadMore: () => void fetchNextPage({ cancelRefetch: false }),
    retry: () => void refetch(),
  };
};

/** The changes that users can make to their bookmarks. Each reports its result in a toast. */
export const useBookmarkChanges = () => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const results = (done: string, failed: string) => ({
    onSuccess: async () => {
      show({ title: done });
      await refetchBookmarks(queries);
    },
    onError: (error: Error) => void show({ title: failed, description: error.message, variant: 'destructive' }),
  });
  const add = useMutation({
    mutationFn: (contentId: string) => api.call('bookmarks.add-bookmark', { params: { contentId } }),
    ...results(bookmarkTexts.added, bookmarkTexts.addFailed),
  });
  const setNote = useMutation({
    mutationFn: ({ contentId, note }: { readonly contentId: string; readonly note: string }) =>
      api.call('bookmarks.set-note', { params: { contentId }, body: { note } }),
    ...results(bookmarkTexts.saved, bookmarkTexts.saveFailed),
  });
  const remove = useMutation({
    mutationFn: (contentId: string) => api.call('bookmarks.remove-bookmark', { params: { contentId } }),
    ...results(bookmarkTexts.removed, bookmarkTexts.removeFailed),
  });
  return { add, setNote, remove };
};
