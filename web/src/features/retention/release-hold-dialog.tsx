import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { LegalHold } from '../../../../lambdas/contract/admin/legal-holds.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { ReasonForm } from '../../core/forms/reason-form.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { holdsQuery } from './api.ts';
import { legalHoldTexts as texts } from './texts.ts';

export interface ReleaseHoldDialogProps {
  readonly hold: LegalHold;
  readonly onClose: () => void;
}

/** Asks for the reason before a legal hold is released. */
export const ReleaseHoldDialog = ({ hold: { user_id: id }, onClose }: ReleaseHoldDialogProps) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const release = useMutation({
    mutationFn: (reason: string) => api.call('retention.release-hold', { params: { id }, body: { reason } }),
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
      description={texts.releaseText}
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
