import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../core/api/api-context.tsx';
import { invalidateContent } from '../../core/api/invalidate-content.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { conversionTexts } from './texts.ts';

/**
 * Starts a new conversion that supersedes the current one: because it is stuck or failed (`restart`), or in any state
 * (`force`). Reports the result in a toast.
 */
export const useRestart = (mode: 'restart' | 'force') => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const { restarted, restartFailed, noSource } = conversionTexts.toasts;
  return useMutation({
    mutationFn: (contentId: string) => api.call('conversion.aws-conversion-v3', { body: { contentId, restart: true } }),
    onSuccess: () => {
      show(restarted);
      return invalidateContent(queries);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'invalid_state') {
        show({ title: noSource.title, description: `${noSource[mode]}. ${error.message}`, variant: 'destructive' });
        return;
      }
      const reason = error instanceof ApiError ? ` ${error.message}` : '';
      show({ ...restartFailed, description: `${restartFailed.description}${reason}`, variant: 'destructive' });
    },
  });
};
