import { useForm } from 'react-hook-form';
import { passwordAdvice } from '../../../../lambdas/contract/people/password-policy.ts';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { singleSubmit } from '../../lib/single-submit.ts';
import { Button } from '../../ui/actions/button.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import styles from './forms.module.css';
import { writePendingSignUp, type PendingSignUp } from './pending-sign-up.ts';
import { authTexts } from './texts.ts';
import { useCredentials } from './use-credentials.ts';
import { useReportedStep } from './use-reported-step.ts';

interface SignUpValues {
  readonly fullName: string;
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
}

/**
 * Requests the code for a new account. `onPending` receives the sign-up to confirm and the password, which is sent only
 * with the code. The response does not reveal whether the email address is taken.
 */
export const SignUpForm = ({
  onPending,
}: {
  readonly onPending: (pending: PendingSignUp, password: string) => void;
}) => {
  const { requestSignUp } = useCredentials();
  const { reported, reject } = useReportedStep();
  const { register, handleSubmit, formState, setError } = useForm<SignUpValues>({
    defaultValues: { fullName: '', email: '', password: '', confirmation: '' },
  });

  useUnsavedChanges(formState.isDirty);

  const submit = handleSubmit(async ({ fullName, email, password, confirmation }) => {
    if (password !== confirmation) {
      reject(authTexts.toasts.passwordMismatch);
      setError('confirmation', { message: authTexts.toasts.passwordMismatch.description }, { shouldFocus: true });
      return;
    }
    await reported(authTexts.toasts.signUpFailed, async () => {
      const pending = { email, fullName };
      await requestSignUp(email);
      writePendingSignUp(pending);
      onPending(pending, password);
    });
  });

  return (
    <form
      className={styles['form']}
      noValidate
      aria-label={authTexts.tabs.signUp}
      onSubmit={singleSubmit(formState.isSubmitting, submit)}
    >
      <TextField
        label={authTexts.fields.fullName}
        hint={authTexts.hints.fullName}
        autoComplete="name"
        maxLength={200}
        {...register('fullName', { setValueAs: (value: string) => value.trim() })}
      />
      <TextField
        label={authTexts.fields.email}
        type="email"
        autoComplete="email"
        error={formState.errors.email?.message}
        {...register('email', { required: authTexts.required.email, setValueAs: (value: string) => value.trim() })}
      />
      <PasswordField
        label={authTexts.fields.password}
        hint={authTexts.hints.password}
        autoComplete="new-password"
        error={formState.errors.password?.message}
        {...register('password', {
          required: authTexts.required.password,
          validate: (value) => passwordAdvice(value) ?? true,
        })}
      />
      <PasswordField
        label={authTexts.fields.confirmPassword}
        autoComplete="new-password"
        error={formState.errors.confirmation?.message}
        {...register('confirmation', { required: authTexts.required.confirmPassword })}
      />
      <Button type="submit" size="large" wide busy={formState.isSubmitting}>
        {formState.isSubmitting ? authTexts.buttons.signingUp : authTexts.buttons.signUp}
      </Button>
    </form>
  );
};
