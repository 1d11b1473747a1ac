import type { ReactNode } from 'react';
import actions from '../../ui/actions/dialog-actions.module.css';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextArea } from '../../ui/forms/field.tsx';
import { MAX_REASON, useReason } from '../../ui/forms/use-reason.ts';
import { DialogCancel } from '../../ui/overlays/dialog.tsx';
import { useUnsavedChanges } from '../unsaved/unsaved-changes.ts';
import styles from './reason-form.module.css';

const texts = {
  reason: 'Reason',
  hint: 'Recorded in the audit log with your name.',
  needed: 'Enter a reason.',
  cancel: 'Cancel',
} as const;

export interface ReasonFormProps {
  /** Text of the button that submits the form. */
  readonly action: string;
  /** @default false */
  readonly dangerous?: boolean;
  /** A change is being saved: the form cannot be submitted. @default false */
  readonly busy?: boolean;
  /** Why the last change failed. */
  readonly failure?: string | null | undefined;
  /** Who sees the reason; by default administrators, in the audit log. */
  readonly hint?: string;
  /** Whether `children` have unsaved input. @default false */
  readonly changed?: boolean;
  /**
   * Receives the reason in one line, and a function to call when it is saved and a navigation follows before the next
   * render.
   */
  readonly onSubmit: (reason: string, markSaved: () => void) => void;
  /** Fields above the reason. */
  readonly children?: ReactNode;
}

/** The form, in a dialog, of a change that needs a reason. */
export const ReasonForm = ({
  action,
  dangerous = false,
  busy = false,
  failure,
  hint = texts.hint,
  changed = false,
  onSubmit,
  children,
}: ReasonFormProps) => {
  const { field, missing, isTyped, submit } = useReason();
  const markSaved = useUnsavedChanges(() => changed || isTyped());
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => submit(event, (reason) => !busy && onSubmit(reason, markSaved))}
    >
      {typeof failure === 'string' && (
        <Notice tone="danger" alert>
          {failure}
        </Notice>
      )}
      {children}
      <TextArea
        ref={field}
        label={texts.reason}
        hint={hint}
        rows={3}
        maxLength={MAX_REASON}
        error={missing ? texts.needed : undefined}
      />
      <div className={actions['actions']}>
        <DialogCancel>{texts.cancel}</DialogCancel>
        <Button type="submit" variant={dangerous ? 'danger' : 'primary'} busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  );
};
