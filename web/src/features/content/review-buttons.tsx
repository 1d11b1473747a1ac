import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContentView } from '../../../../lambdas/contract/content/content-shapes.ts';
import { useNavigate } from 'react-router';
import { useApi } from '../../core/api/api-context.tsx';
import { invalidateContent } from '../../core/api/invalidate-content.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { paths } from '../../core/paths.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/actions/button.tsx';
import { showSaved } from './cached-lists.ts';
import styles from './form/content-form.module.css';
import { reviewTexts as texts } from './review-texts.ts';

/** Errors of a title that staff must decide about before it is published. */
const NEEDS_REVIEW: ReadonlySet<string> = new Set(['review_required', 'reason_required']);

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
  const navigate = useNavigate();
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
    onError: (error) => {
      show({
        title: texts.error,
        description: error instanceof ApiError && error.status > 0 ? error.message : texts.failed,
        variant: 'destructive',
      });
      // There, staff look at the evidence and enter a reason.
      if (error instanceof ApiError && NEEDS_REVIEW.has(error.code)) void navigate(paths.adminReviewOf(id));
    },
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
