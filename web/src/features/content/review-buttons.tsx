import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContentView } from '../../../../lambdas/contract/content/content-shapes.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { invalidateContent } from '../../core/api/invalidate-content.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/actions/button.tsx';
import { showSaved } from './cached-lists.ts';
import styles from './form/content-form.module.css';
import { reviewTexts as texts } from './review-texts.ts';

/** Reviews a pending item: publishes it, if it can be played, or returns it to draft. */
export const ReviewButtons = ({
  content,
}: {
  readonly content: Pick<ContentView, 'id' | 'title' | 'revision' | 'converted_video_url'>;
}) => {
  const { id, title, revision, converted_video_url: playable } = content;
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (status: 'published' | 'draft') =>
      api.call('content.update-content', { params: { id }, body: { revision, status } }),
    onSuccess: (saved, status) => {
      showSaved(queries, saved);
      show({
        title: texts.success,
        description: (status === 'published' ? texts.published : texts.returnedToDraft)(title),
      });
    },
    onError: (error) =>
      show({
        title: texts.error,
        description: error instanceof ApiError && error.status > 0 ? error.message : texts.failed,
        variant: 'destructive',
      }),
    // Another reviewer may have decided first.
    onSettled: () => invalidateContent(queries),
  });
  const decide = (status: 'published' | 'draft') => {
    if (!isPending) mutate(status);
  };
  return (
    <div className={styles['inline']}>
      <Button
        aria-label={texts.publishLabel(title)}
        busy={isPending && variables === 'published'}
        disabled={playable === null}
        onClick={() => decide('published')}
      >
        {texts.publish}
      </Button>
      <Button
        variant="secondary"
        aria-label={texts.returnToDraftLabel(title)}
        busy={isPending && variables === 'draft'}
        onClick={() => decide('draft')}
      >
        {texts.returnToDraft}
      </Button>
    </div>
  );
};
