import { queryOptions } from '@tanstack/react-query';
import type { StepView } from '../../../../lambdas/contract/media/steps.ts';
import type { ApiClient } from '../../lib/api/api-client.ts';

/** What happened to the file of a content, step by step. */
export const stepsQuery = (api: ApiClient, contentId: string) =>
  queryOptions({
    queryKey: ['conversion.list-steps', contentId],
    // Nothing tells of changes while nobody looks.
    staleTime: 0,
    queryFn: async ({ signal }): Promise<readonly StepView[]> =>
      (await api.call('conversion.list-steps', { params: { id: contentId } }, { signal })).steps,
  });

/** Whether nothing more happens by itself: a step failed, or the last one is done. */
export const isSettled = (steps: readonly StepView[]): boolean =>
  steps.every(({ state }) => state !== 'running') &&
  (steps.some(({ state }) => state === 'failed') || steps.every(({ state }) => state !== 'waiting'));
