import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextArea } from '../../ui/forms/field.tsx';
import { DialogCancel } from '../../ui/overlays/dialog.tsx';
import styles from './person-plans.module.css';
import { personPlanTexts as texts } from './texts.ts';

/** Maximum length of a reason in the contract. */
const MAX_REASON = 500;

export interface ReasonFormProps {
  readonly action: string;
  readonly dangerous?: boolean;
  readonly busy: boolean;
  readonly failure: string | null;
  /** Whether `children` have unsaved input. */
  readonly changed?: boolean;
  /** Receives the reason in one line. */
  readonly onSubmit: (reason: string) => void;
  /** Fields above the reason. */
  readonly children?: ReactNode;
}

/** The form of a change that needs a reason. */
export const ReasonForm = ({
  action,
  dangerous = false,
  busy,
  failure,
  changed = false,
  onSubmit,
  children,
}: ReasonFormProps) => {
  const field = useRef<HTMLTextAreaElement>(null);
  const [missing, setMissing] = useState(false);
  useUnsavedChanges(() => changed || (field.current?.value ?? '') !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    // One line, as the server stores it.
    const reason = field.current?.value.replaceAll(/\s+/g, ' ').trim() ?? '';
    setMissing(reason === '');
    if (reason === '') field.current?.focus();
    else onSubmit(reason);
  };
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      {failure !== null && (
        <Notice tone="danger" alert>
          {failure}
        </Notice>
      )}
      {children}
      <TextArea
        ref={field}
        label={texts.reason}
        hint={texts.reasonHint}
        rows={3}
        maxLength={MAX_REASON}
        error={missing ? texts.reasonNeeded : undefined}
      />
      <div className={styles['actions']}>
        <DialogCancel>{texts.cancel}</DialogCancel>
        <Button type="submit" variant={dangerous ? 'danger' : 'primary'} busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  );
};
