import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../core/api/api-context.tsx';
import { invalidateContent } from '../../core/api/invalidate-content.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { contentTexts } from './texts.ts';

/** Retries an unfinished deletion. The row stays until everything is deleted. */
export const useRetryDelete = () => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const { toasts, removal } = contentTexts;
  return useMutation({
    mutationFn: (id: string) => api.call('content.delete-content', { params: { id } }),
    onSuccess: () => show({ title: removal.retried, description: removal.retriedText }),
    onError: (error) => {
      const reason = error instanceof ApiError ? ` ${error.message}` : '';
      show({ title: toasts.error, description: `${toasts.deleteFailed}${reason}`, variant: 'destructive' });
    },
    onSettled: () => invalidateContent(queries),
  });
};
