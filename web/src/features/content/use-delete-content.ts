import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../core/api/api-context.tsx';
import { invalidateContent } from '../../core/api/invalidate-content.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { ALL_CONTENT_KEY } from './api.ts';
import { changeInLists, type ContentPages } from './cached-lists.ts';
import { contentTexts } from './texts.ts';

/** Deletes a content item. It disappears from the lists immediately and reappears if the request fails. */
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
      const before = queries.getQueriesData<ContentPages>(lists);
      changeInLists(queries, (items) => items.filter((item) => item.id !== id));
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
