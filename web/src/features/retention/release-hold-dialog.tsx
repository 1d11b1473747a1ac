import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../core/api/api-context.tsx';
import { invalidateContent } from '../../core/api/invalidate-content.ts';
import { ReasonForm } from '../../core/forms/reason-form.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { holdsQuery } from './api.ts';
import { legalHoldTexts as texts } from './texts.ts';

/** What a legal hold keeps, by the id of the user or of the content item. */
export interface HeldId {
  readonly kind: 'user' | 'title';
  readonly id: string;
}

export interface ReleaseHoldDialogProps {
  readonly held: HeldId;
  readonly onClose: () => void;
}

/** Asks for the reason before a legal hold is released. */
export const ReleaseHoldDialog = ({ held: { kind, id }, onClose }: ReleaseHoldDialogProps) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const release = useMutation({
    mutationFn: async (reason: string): Promise<void> => {
      const input = { params: { id }, body: { reason } };
      if (kind === 'user') return api.call('retention.release-hold', input);
      await api.call('content.release-hold', input);
      return invalidateContent(queries);
    },
    onSuccess: async () => {
      await queries.invalidateQueries(holdsQuery(api));
      show({ title: texts.released });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={texts.releaseTitle}
      description={texts.releaseText[kind]}
    >
      <ReasonForm
        action={texts.release}
        busy={release.isPending}
        failure={release.error && `${texts.releaseFailed} ${release.error.message}`}
        onSubmit={(reason) => release.mutate(reason)}
      />
    </Dialog>
  );
};
