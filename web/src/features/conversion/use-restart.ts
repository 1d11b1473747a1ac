import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../core/api/api-context.tsx';
import { invalidateContent } from '../../core/api/invalidate-content.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { conversionTexts } from './texts.ts';

/**
 * Starts a new attempt that supersedes the running one, which hangs or failed (`restart`) or not (`force`). Says how it
 * went.
 */
export const useRestart = (why: 'restart' | 'force') => {
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
        show({ title: noSource.title, description: `${noSource[why]}. ${error.message}`, variant: 'destructive' });
        return;
      }
      const reason = error instanceof ApiError ? ` ${error.message}` : '';
      show({ ...restartFailed, description: `${restartFailed.description}${reason}`, variant: 'destructive' });
    },
  });
};
