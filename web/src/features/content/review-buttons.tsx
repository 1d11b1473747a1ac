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

/**
 * What a review decides on something that is pending: published, once there is something to play, or back to whoever
 * made it.
 */
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
      show({ title: texts.success, description: (status === 'published' ? texts.published : texts.givenBack)(title) });
    },
    onError: (error) =>
      show({
        title: texts.error,
        description: error instanceof ApiError && error.status > 0 ? error.message : texts.failed,
        variant: 'destructive',
      }),
    // Somebody else may have decided before.
    onSettled: () => invalidateContent(queries),
  });
  const decide = (status: 'published' | 'draft') => {
    if (!isPending) mutate(status);
  };
  return (
    <div className={styles['inline']}>
      <Button
        aria-label={texts.publishOf(title)}
        busy={isPending && variables === 'published'}
        disabled={playable === null}
        onClick={() => decide('published')}
      >
        {texts.publish}
      </Button>
      <Button
        variant="secondary"
        aria-label={texts.giveBackOf(title)}
        busy={isPending && variables === 'draft'}
        onClick={() => decide('draft')}
      >
        {texts.giveBack}
      </Button>
    </div>
  );
};
