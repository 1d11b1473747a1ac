import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { LegalHold } from '../../../../lambdas/contract/admin/legal-holds.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import actions from '../../ui/actions/dialog-actions.module.css';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextArea } from '../../ui/forms/field.tsx';
import { MAX_REASON, useReason } from '../../ui/forms/use-reason.ts';
import { Dialog, DialogCancel } from '../../ui/overlays/dialog.tsx';
import { holdsQuery } from './api.ts';
import styles from './retention.module.css';
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
  const { field, missing, isTyped, submit } = useReason();
  const markSaved = useUnsavedChanges(isTyped);
  const release = useMutation({
    mutationFn: (reason: string) => api.call('retention.release-hold', { params: { id }, body: { reason } }),
    onSuccess: async () => {
      markSaved();
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
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => submit(event, (reason) => !release.isPending && release.mutate(reason))}
      >
        {release.error && (
          <Notice tone="danger" alert>
            {texts.releaseFailed} {release.error.message}
          </Notice>
        )}
        <TextArea
          ref={field}
          label={texts.reason}
          hint={texts.reasonHint}
          rows={3}
          maxLength={MAX_REASON}
          error={missing ? texts.reasonNeeded : undefined}
        />
        <div className={actions['actions']}>
          <DialogCancel>{texts.cancel}</DialogCancel>
          <Button type="submit" busy={release.isPending}>
            {texts.release}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
