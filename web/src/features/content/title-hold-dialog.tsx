import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContentView } from '../../../../lambdas/contract/content/content-shapes.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { invalidateContent } from '../../core/api/invalidate-content.ts';
import { ReasonForm } from '../../core/forms/reason-form.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { showSaved } from './cached-lists.ts';
import { titleHoldTexts } from './hold-texts.ts';

export interface TitleHoldDialogProps {
  readonly content: Pick<ContentView, 'id' | 'title' | 'held_since'>;
  readonly onClose: () => void;
}

/** Asks for the reason before a title is put under a legal hold, or before its hold is released. */
export const TitleHoldDialog = ({ content: { id, title, held_since: since }, onClose }: TitleHoldDialogProps) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const texts = since === null ? titleHoldTexts.set : titleHoldTexts.release;
  const change = useMutation({
    mutationFn: (reason: string) =>
      api.call(since === null ? 'content.set-hold' : 'content.release-hold', { params: { id }, body: { reason } }),
    onSuccess: (saved) => {
      showSaved(queries, saved);
      show({ title: titleHoldTexts.success, description: texts.done(title) });
      onClose();
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['retention.list-holds'] });
      return invalidateContent(queries);
    },
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={texts.title(title)} description={texts.text}>
      <ReasonForm
        action={texts.action}
        busy={change.isPending}
        failure={change.error && `${titleHoldTexts.failed} ${change.error.message}`}
        onSubmit={(reason) => change.mutate(reason)}
      />
    </Dialog>
  );
};
