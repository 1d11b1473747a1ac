import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleStop } from 'lucide-react';
import { useState } from 'react';
import type { ContentView } from '../../../../lambdas/contract/content/content-shapes.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { invalidateContent } from '../../core/api/invalidate-content.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/actions/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { conversionTexts as texts } from './texts.ts';

const { canceled, cancelFailed } = texts.toasts;

/** Cancels a running conversion. Asks for confirmation first, and reports the result in a toast. */
export const CancelButton = ({ content: { id, title } }: { readonly content: Pick<ContentView, 'id' | 'title'> }) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call('conversion.cancel', { params: { id } }),
    onSuccess: () => void show(canceled),
    onError: (error) =>
      show({
        title: cancelFailed.title,
        description: error instanceof ApiError && error.status > 0 ? error.message : cancelFailed.description,
        variant: 'destructive',
      }),
    onSettled: () => {
      setAsking(false);
      return invalidateContent(queries);
    },
  });
  return (
    <>
      <Button variant="secondary" aria-label={texts.cancelOf(title)} onClick={() => setAsking(true)}>
        <CircleStop aria-hidden size={16} />
        {texts.cancel}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={texts.cancelTitle}
        description={texts.cancelText(title)}
        action={texts.cancel}
        cancel={texts.keep}
        dangerous
        busy={isPending}
        onConfirm={() => mutate()}
      />
    </>
  );
};
