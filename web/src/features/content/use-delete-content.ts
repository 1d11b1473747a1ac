import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { ContentView } from '../../../../lambdas/contract/content-shapes.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { invalidateContent } from '../../core/api/invalidate-content.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { ALL_CONTENT_KEY } from './api.ts';
import { contentTexts } from './texts.ts';

type Pages = InfiniteData<{ readonly items: readonly ContentView[]; readonly next_cursor: string | null }>;

const without = (pages: Pages, id: string): Pages => ({
  ...pages,
  pages: pages.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) })),
});

/** Deletes a content: it leaves the lists at once and comes back when the server refuses. */
export const useDeleteContent = () => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const { toasts } = contentTexts;
  const lists = { queryKey: [ALL_CONTENT_KEY] };
  return useMutation({
    mutationFn: (id: string) => api.call('content.delete-content', { params: { id } }),
    onMutate: async (id) => {
      await queries.cancelQueries(lists);
      const before = queries.getQueriesData<Pages>(lists);
      // The newest ones of the dashboard are no pages: they are read again in the end.
      queries.setQueriesData<Pages>(lists, (pages) => (pages && 'pages' in pages ? without(pages, id) : pages));
      return { before };
    },
    onSuccess: () => show({ title: toasts.success, description: toasts.deleted }),
    onError: (error, _id, context) => {
      for (const [key, pages] of context?.before ?? []) queries.setQueryData(key, pages);
      const reason = error instanceof ApiError ? ` ${error.message}` : '';
      show({ title: toasts.error, description: `${toasts.deleteFailed}${reason}`, variant: 'destructive' });
    },
    onSettled: () => invalidateContent(queries),
  });
};
