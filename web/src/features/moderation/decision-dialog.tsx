import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextArea } from '../../ui/forms/field.tsx';
import { MAX_REASON, useReason } from '../../ui/forms/use-reason.ts';
import { Dialog, DialogCancel } from '../../ui/overlays/dialog.tsx';
import styles from './moderation.module.css';
import { moderationTexts as texts } from './texts.ts';
import { useDecision } from './use-decision.ts';

export interface DecisionDialogProps {
  readonly playlist: { readonly id: string; readonly title: string };
  readonly kind: 'hide' | 'show';
  readonly onClose: () => void;
}

/** Asks for the reason before a playlist is hidden or shown again. */
export const DecisionDialog = ({ playlist, kind, onClose }: DecisionDialogProps) => {
  const isHide = kind === 'hide';
  const { field, missing, isTyped, submit } = useReason();
  const markSaved = useUnsavedChanges(isTyped);
  const { decide, busy, failure } = useDecision(playlist, () => {
    markSaved();
    onClose();
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={isHide ? texts.hideTitle(playlist.title) : texts.showTitle(playlist.title)}
      description={isHide ? texts.hideText : texts.showText}
    >
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => submit(event, (reason) => !busy && void decide({ kind, reason }))}
      >
        {failure !== null && (
          <Notice tone="danger" alert>
            {texts.failed}. {failure}
          </Notice>
        )}
        <TextArea
          ref={field}
          label={texts.reason}
          hint={isHide ? texts.hideHint : texts.showHint}
          rows={3}
          maxLength={MAX_REASON}
          error={missing ? texts.reasonNeeded : undefined}
        />
        <div className={styles['actions']}>
          <DialogCancel>{texts.cancel}</DialogCancel>
          <Button type="submit" variant={isHide ? 'danger' : 'primary'} busy={busy}>
            {isHide ? texts.hide : texts.show}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
