import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { StepView } from '../../../../lambdas/contract/media/steps.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { invalidateContent } from '../../core/api/invalidate-content.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { stepsQuery } from './steps-api.ts';
import { stepTexts } from './step-texts.ts';

/** Runs a processing step again. Reports in a toast which steps run, or why the step could not be started. */
export const useRunStep = (contentId: string) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const { toasts } = stepTexts;
  return useMutation({
    mutationFn: ({ step }: Pick<StepView, 'step' | 'title'>) =>
      api.call('conversion.run-step', { params: { id: contentId, step } }),
    onSuccess: ({ runs, steps }, { title }) => {
      queries.setQueryData(stepsQuery(api, contentId).queryKey, steps);
      show({ title: toasts.started, description: runs.length > 1 ? toasts.newAttempt : toasts.alone(title) });
      return invalidateContent(queries);
    },
    onError: (error) => {
      const reason = error instanceof ApiError ? ` ${error.message}` : '';
      show({ title: toasts.failed, description: `${toasts.notStarted}${reason}`, variant: 'destructive' });
    },
  });
};
