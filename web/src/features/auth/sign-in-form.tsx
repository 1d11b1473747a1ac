import { useForm } from 'react-hook-form';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import type { SignInStep } from '../../lib/auth/cognito.ts';
import { singleSubmit } from '../../lib/single-submit.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import styles from './forms.module.css';
import { authTexts } from './texts.ts';
import { useReportedStep } from './use-reported-step.ts';

interface SignInValues {
  readonly email: string;
  readonly password: string;
}

/** Signs in with email and password. `onStep` receives the next step. */
export const SignInForm = ({
  email = '',
  onStep,
}: {
  readonly email?: string | undefined;
  readonly onStep: (step: SignInStep, email: string) => void;
}) => {
  const { signIn } = useAuth();
  const { reported, failure } = useReportedStep();
  const { register, handleSubmit, formState } = useForm<SignInValues>({ defaultValues: { email, password: '' } });

  useUnsavedChanges(formState.isDirty);

  const submit = handleSubmit(async (values) => {
    await reported(authTexts.toasts.signInFailed, async () =>
      onStep(await signIn(values.email, values.password), values.email),
    );
  });

  return (
    <form
      className={styles['form']}
      noValidate
      aria-label={authTexts.tabs.signIn}
      onSubmit={singleSubmit(formState.isSubmitting, submit)}
    >
      <TextField
        label={authTexts.fields.email}
        type="email"
        autoComplete="username"
        error={formState.errors.email?.message}
        {...register('email', { required: authTexts.required.email, setValueAs: (value: string) => value.trim() })}
      />
      <PasswordField
        label={authTexts.fields.password}
        autoComplete="current-password"
        error={formState.errors.password?.message}
        {...register('password', { required: authTexts.required.password })}
      />
      {failure !== null && (
        <Notice tone="danger">
          <p>{failure}</p>
        </Notice>
      )}
      <Button type="submit" size="large" wide busy={formState.isSubmitting}>
        {formState.isSubmitting ? authTexts.buttons.signingIn : authTexts.buttons.signIn}
      </Button>
    </form>
  );
};
