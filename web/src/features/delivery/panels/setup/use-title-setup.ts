import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContentView } from '../../../../../../lambdas/contract/content/content-shapes.ts';
import { useApi } from '../../../../core/api/api-context.tsx';
import { invalidateContent } from '../../../../core/api/invalidate-content.ts';
import { useToast } from '../../../../core/toast/toast-context.tsx';
import { setupTexts } from './texts.ts';

/** What the CDN setup step of a title needs of it. */
export type SetupContent = Pick<ContentView, 'id' | 'title' | 'metadata'>;

/**
 * The CDN setup step of a title. The server records its result, which is the `state`; a step that could not run is an
 * error until the next one. The code is downloaded when it first runs, because most visits to the list never do.
 */
export const useTitleSetup = (content: SetupContent) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const { mutate, data, isPending, isError } = useMutation({
    mutationFn: async () => (await import('./set-up-title.ts')).setUpTitle(api, content),
    onSuccess: ({ toast }) => {
      show(toast);
      return invalidateContent(queries);
    },
    onError: ({ message }) => {
      show({ title: setupTexts.failed, description: message, variant: 'destructive' });
    },
  });
  const hasFailed = isError || data?.hasRun === false;
  const state: keyof typeof setupTexts.states = hasFailed
    ? 'error'
    : (content.metadata.cdn_check?.outcome ?? 'unchecked');
  return { state, isPending, run: () => mutate() };
};
