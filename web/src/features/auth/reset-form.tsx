import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { passwordAdvice } from '../../../../lambdas/contract/people/password-policy.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { singleSubmit } from '../../lib/single-submit.ts';
import { Button } from '../../ui/actions/button.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import styles from './forms.module.css';
import { authTexts } from './texts.ts';
import { useCredentials } from './use-credentials.ts';
import { useReportedStep } from './use-reported-step.ts';

export interface ResetFormProps {
  /** Email address from the link. The form asks for it if it is undefined. */
  readonly user: string | undefined;
  readonly code: string | undefined;
  readonly onDone: () => void;
  readonly onBack: () => void;
}

/** Sets a new password with the code from the email. */
export const ResetForm = ({ user, code, onDone, onBack }: ResetFormProps) => {
  const { resetPassword, requestPasswordReset } = useCredentials();
  const { show } = useToast();
  const { reported, reject } = useReportedStep();
  const [resending, setResending] = useState(false);
  const { register, handleSubmit, formState, getValues, setError, trigger } = useForm({
    defaultValues: { user: user ?? '', code: code ?? '', password: '', confirmation: '' },
  });
  const { errors } = formState;

  useUnsavedChanges(formState.isDirty);

  const submit = handleSubmit(async (values) => {
    if (values.password !== values.confirmation) {
      reject(authTexts.toasts.passwordMismatch);
      setError('confirmation', { message: authTexts.toasts.passwordMismatch.description }, { shouldFocus: true });
      return;
    }
    const done = await reported(authTexts.toasts.resetFailed, () =>
      resetPassword(values.user, values.code, values.password),
    );
    if (!done) return;
    show(authTexts.toasts.resetDone);
    onDone();
  });

  const resend = async () => {
    if (!(await trigger('user', { shouldFocus: true }))) return;
    setResending(true);
    const sent = await reported(authTexts.toasts.resetFailed, () => requestPasswordReset(getValues('user').trim()));
    if (sent) show(authTexts.toasts.resetSent);
    setResending(false);
  };

  return (
    <form
      className={styles['form']}
      noValidate
      aria-label={authTexts.headings.reset}
      onSubmit={singleSubmit(formState.isSubmitting, submit)}
    >
      <p className={styles['lead']}>{code === undefined ? authTexts.resetLead : authTexts.resetLinkLead}</p>
      {user === undefined && (
        <TextField
          label={authTexts.fields.email}
          type="email"
          autoComplete="username"
          error={errors.user?.message}
          {...register('user', { required: authTexts.required.email, setValueAs: (value: string) => value.trim() })}
        />
      )}
      <TextField
        label={authTexts.fields.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        error={errors.code?.message}
        {...register('code', { required: authTexts.required.code, setValueAs: (value: string) => value.trim() })}
      />
      <PasswordField
        label={authTexts.fields.newPassword}
        hint={authTexts.hints.password}
        autoComplete="new-password"
        error={errors.password?.message}
        {...register('password', {
          required: authTexts.required.password,
          validate: (value) => passwordAdvice(value) ?? true,
        })}
      />
      <PasswordField
        label={authTexts.fields.confirmPassword}
        autoComplete="new-password"
        error={errors.confirmation?.message}
        {...register('confirmation', { required: authTexts.required.confirmPassword })}
      />
      <Button type="submit" size="large" wide busy={formState.isSubmitting}>
        {formState.isSubmitting ? authTexts.buttons.savingPassword : authTexts.buttons.savePassword}
      </Button>
      <div className={styles['actions']}>
        <Button variant="secondary" busy={resending} onClick={resend}>
          {authTexts.buttons.newCode}
        </Button>
        <Button variant="ghost" onClick={onBack}>
          {authTexts.buttons.back}
        </Button>
      </div>
    </form>
  );
};
