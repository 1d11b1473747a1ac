import { useForm } from 'react-hook-form';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { singleSubmit } from '../../lib/single-submit.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import styles from './forms.module.css';
import { authTexts } from './texts.ts';
import { useReportedStep } from './use-reported-step.ts';

export interface ResetFormProps {
  /** Username or e-mail address from the link; asked for when absent. */
  readonly user: string | undefined;
  readonly code: string | undefined;
  readonly onDone: () => void;
  readonly onBack: () => void;
}

/** Sets a new password with the code from the e-mail. */
export const ResetForm = ({ user, code, onDone, onBack }: ResetFormProps) => {
  const { confirmPasswordReset } = useAuth();
  const { show } = useToast();
  const reported = useReportedStep();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { user: user ?? '', code: code ?? '', password: '' } });
  const { errors } = formState;

  const submit = handleSubmit(async (values) => {
    const done = await reported(authTexts.toasts.resetFailed, () => confirmPasswordReset(values.user, values.code, values.password));
    if (!done) return;
    show(authTexts.toasts.resetDone);
    onDone();
  });

  return (
    <form className={styles['form']} noValidate aria-label={authTexts.headings.reset} onSubmit={singleSubmit(formState.isSubmitting, submit)}>
      <p className={styles['lead']}>{authTexts.resetLead}</p>
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
        {...register('password', { required: authTexts.required.password })}
      />
      <Button type="submit" size="large" wide busy={formState.isSubmitting}>
        {formState.isSubmitting ? authTexts.buttons.savingPassword : authTexts.buttons.savePassword}
      </Button>
      <Button variant="ghost" onClick={onBack}>
        {authTexts.buttons.back}
      </Button>
    </form>
  );
};
