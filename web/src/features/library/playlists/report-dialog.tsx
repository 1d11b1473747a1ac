import { useRef, useState, type FormEvent } from 'react';
import type { ReportReason } from '../../../../../lambdas/contract/listening/library.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { reportReasons } from '../../../core/reports/report-reasons.ts';
import { useToast } from '../../../core/toast/toast-context.tsx';
import { useUnsavedChanges } from '../../../core/unsaved/unsaved-changes.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { SelectField, TextArea } from '../../../ui/forms/field.tsx';
import { Dialog, DialogCancel } from '../../../ui/overlays/dialog.tsx';
import styles from '../dialogs.module.css';
import { reportTexts as texts } from './report-texts.ts';

/** Maximum length of the text in the contract. */
const MAX_TEXT = 500;

const REASONS = Object.keys(reportReasons) as readonly ReportReason[];

export interface ReportDialogProps {
  readonly playlist: { readonly id: string; readonly title: string };
  readonly onClose: () => void;
}

/** Reports another user's playlist to the administrators. */
export const ReportDialog = ({ playlist, onClose }: ReportDialogProps) => {
  const api = useApi();
  const { show } = useToast();
  const [reason, setReason] = useState<ReportReason | ''>('');
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const reasonField = useRef<HTMLSelectElement>(null);
  const textField = useRef<HTMLTextAreaElement>(null);
  const markSaved = useUnsavedChanges(() => reason !== '' || (textField.current?.value ?? '') !== '');
  const send = async (chosen: ReportReason): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const body = { reason: chosen, text: textField.current?.value.trim() ?? '' };
      await api.call('library.report-playlist', { params: { id: playlist.id }, body });
      show({ title: texts.sent, description: texts.sentText });
      markSaved();
      onClose();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setMissing(reason === '');
    if (reason === '') reasonField.current?.focus();
    else void send(reason);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={texts.title(playlist.title)}
      description={texts.text}
    >
      <form className={styles['form']} onSubmit={submit} noValidate>
        {failure !== null && (
          <Notice tone="danger" alert>
            {texts.failed}. {failure}
          </Notice>
        )}
        <SelectField
          ref={reasonField}
          label={texts.reason}
          value={reason}
          error={missing ? texts.reasonNeeded : undefined}
          onChange={(event) => setReason(event.currentTarget.value as ReportReason | '')}
        >
          <option value="">{texts.choose}</option>
          {REASONS.map((value) => (
            <option key={value} value={value}>
              {reportReasons[value]}
            </option>
          ))}
        </SelectField>
        <TextArea ref={textField} label={texts.details} hint={texts.detailsHint} maxLength={MAX_TEXT} rows={3} />
        <div className={styles['actions']}>
          <DialogCancel>{texts.cancel}</DialogCancel>
          <Button type="submit" busy={busy}>
            {texts.send}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
