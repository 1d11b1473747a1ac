import { useRef, useState, type FormEvent } from 'react';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextArea } from '../../ui/forms/field.tsx';
import { Dialog, DialogCancel } from '../../ui/overlays/dialog.tsx';
import styles from './moderation.module.css';
import { moderationTexts as texts } from './texts.ts';
import { useDecision } from './use-decision.ts';

/** Maximum length of a reason in the contract. */
const MAX_REASON = 500;

export interface DecisionDialogProps {
  readonly playlist: { readonly id: string; readonly title: string };
  readonly kind: 'hide' | 'show';
  readonly onClose: () => void;
}

/** Asks for the reason before a playlist is hidden or shown again. */
export const DecisionDialog = ({ playlist, kind, onClose }: DecisionDialogProps) => {
  const isHide = kind === 'hide';
  const field = useRef<HTMLTextAreaElement>(null);
  const [missing, setMissing] = useState(false);
  const markSaved = useUnsavedChanges(() => (field.current?.value ?? '') !== '');
  const { decide, busy, failure } = useDecision(playlist, () => {
    markSaved();
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    // One line, as the server stores it.
    const reason = field.current?.value.replaceAll(/\s+/g, ' ').trim() ?? '';
    setMissing(reason === '');
    if (reason === '') field.current?.focus();
    else void decide({ kind, reason });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={isHide ? texts.hideTitle(playlist.title) : texts.showTitle(playlist.title)}
      description={isHide ? texts.hideText : texts.showText}
    >
      <form className={styles['form']} noValidate onSubmit={submit}>
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
