import { queryOptions } from '@tanstack/react-query';
import type { StepView } from '../../../../lambdas/contract/media/steps.ts';
import type { ApiClient } from '../../lib/api/api-client.ts';

/** The processing steps of a content item. */
export const stepsQuery = (api: ApiClient, contentId: string) =>
  queryOptions({
    queryKey: ['conversion.list-steps', contentId],
    // There are no live updates while the dialog is closed.
    staleTime: 0,
    queryFn: async ({ signal }): Promise<readonly StepView[]> =>
      (await api.call('conversion.list-steps', { params: { id: contentId } }, { signal })).steps,
  });

/** Whether processing has ended: a step failed, or all steps are done. */
export const isSettled = (steps: readonly StepView[]): boolean =>
  steps.every(({ state }) => state !== 'running' && state !== 'interrupted') &&
  (steps.some(({ state }) => state === 'failed') || steps.every(({ state }) => state !== 'waiting'));
