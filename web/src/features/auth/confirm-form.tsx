import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { singleSubmit } from '../../lib/single-submit.ts';
import { Button } from '../../ui/actions/button.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import styles from './forms.module.css';
import { authTexts } from './texts.ts';
import { useReportedStep } from './use-reported-step.ts';

export interface ConfirmFormProps {
  /** Generated username of the account; undefined if the sign-up was in another tab and no link was opened. */
  readonly username: string | undefined;
  readonly email: string | undefined;
  readonly code?: string | undefined;
  /** Called when the code was correct. */
  readonly onConfirmed: () => Promise<void>;
  readonly onBack: () => void;
}

/** Asks for the code that confirms the email address. */
export const ConfirmForm = ({ username, email, code = '', onConfirmed, onBack }: ConfirmFormProps) => {
  const { confirmSignUp, resendCode } = useAuth();
  const { show } = useToast();
  const { reported } = useReportedStep();
  const [resending, setResending] = useState(false);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { code } });

  useUnsavedChanges(formState.isDirty);

  const submit = handleSubmit(async (values) => {
    if (username === undefined) return;
    const confirmed = await reported(authTexts.toasts.confirmFailed, () => confirmSignUp(username, values.code));
    if (confirmed) await onConfirmed();
  });

  const resend = async () => {
    if (username === undefined) return;
    setResending(true);
    const sent = await reported(authTexts.toasts.codeFailed, () => resendCode(username));
    if (sent) show(authTexts.toasts.codeSent);
    setResending(false);
  };

  return (
    <form
      className={styles['form']}
      noValidate
      aria-label={authTexts.headings.confirm}
      onSubmit={singleSubmit(formState.isSubmitting, submit)}
    >
      <p className={styles['lead']}>{username === undefined ? authTexts.confirmLost : authTexts.confirmLead(email)}</p>
      {username !== undefined && (
        <>
          <TextField
            label={authTexts.fields.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            error={formState.errors.code?.message}
            {...register('code', { required: authTexts.required.code, setValueAs: (value: string) => value.trim() })}
          />
          <Button type="submit" size="large" wide busy={formState.isSubmitting}>
            {formState.isSubmitting ? authTexts.buttons.confirming : authTexts.buttons.confirm}
          </Button>
        </>
      )}
      <div className={styles['actions']}>
        {username !== undefined && (
          <Button variant="secondary" busy={resending} onClick={resend}>
            {authTexts.buttons.resend}
          </Button>
        )}
        <Button variant="ghost" onClick={onBack}>
          {authTexts.buttons.back}
        </Button>
      </div>
    </form>
  );
};
