import type { ReactNode } from 'react';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextArea } from '../../ui/forms/field.tsx';
import { MAX_REASON, useReason } from '../../ui/forms/use-reason.ts';
import { DialogCancel } from '../../ui/overlays/dialog.tsx';
import styles from './person-plans.module.css';
import { personPlanTexts as texts } from './texts.ts';

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
  const { field, missing, isTyped, submit } = useReason();
  useUnsavedChanges(() => changed || isTyped());
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => submit(event, (reason) => !busy && onSubmit(reason))}
    >
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
