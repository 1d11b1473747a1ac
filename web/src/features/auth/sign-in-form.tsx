import { useState, useSyncExternalStore } from 'react';
import { useForm } from 'react-hook-form';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { useConfig } from '../../core/config-context.tsx';
import { useSessionSignals } from '../../core/sessions/session-context.tsx';
import { sessionEndTexts } from '../../core/sessions/texts.ts';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import type { SignInStep } from '../../lib/auth/cognito.ts';
import { canUsePasskeys } from '../../lib/auth/passkeys.ts';
import { singleSubmit } from '../../lib/single-submit.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { INITIAL_FOCUS } from '../../ui/overlays/use-focus-return.ts';
import styles from './forms.module.css';
import { authTexts } from './texts.ts';
import { useReportedStep } from './use-reported-step.ts';

interface SignInValues {
  readonly email: string;
  readonly password: string;
}

/** Signs in with email and password. `onStep` receives the next step. `fixed`: only the user with that address. */
export const SignInForm = ({
  email = '',
  fixed = false,
  onStep,
}: {
  readonly email?: string | undefined;
  readonly fixed?: boolean;
  readonly onStep: (step: SignInStep, email: string) => void;
}) => {
  const { signIn, signInWithPasskey } = useAuth();
  const { passkeys } = useConfig();
  const { locked } = useSessionSignals();
  const isLocked = useSyncExternalStore(locked.subscribe, locked.get);
  const { reported, failure } = useReportedStep();
  const { register, handleSubmit, formState, getValues, setFocus } = useForm<SignInValues>({
    defaultValues: { email, password: '' },
  });

  // In the dialog of a lost session, the input of the page counts, and not the password.
  useUnsavedChanges(!fixed && formState.isDirty);

  const submit = handleSubmit(async (values) => {
    await reported(authTexts.toasts.signInFailed, async () =>
      onStep(await signIn(values.email, values.password), values.email),
    );
  });

  const [isAsking, setAsking] = useState(false);
  const askForPasskey = async () => {
    const address = getValues('email').trim();
    if (address === '') return setFocus('email');
    setAsking(true);
    await reported(authTexts.toasts.signInFailed, async () => onStep(await signInWithPasskey(address), address));
    setAsking(false);
  };

  return (
    <form
      className={styles['form']}
      noValidate
      aria-label={authTexts.tabs.signIn}
      onSubmit={singleSubmit(formState.isSubmitting, submit)}
    >
      {isLocked && (
        <Notice tone="danger">
          <p>{sessionEndTexts.account_locked.description}</p>
        </Notice>
      )}
      <TextField
        label={authTexts.fields.email}
        type="email"
        autoComplete="username"
        readOnly={fixed}
        error={formState.errors.email?.message}
        {...register('email', { required: authTexts.required.email, setValueAs: (value: string) => value.trim() })}
      />
      <PasswordField
        label={authTexts.fields.password}
        autoComplete="current-password"
        {...(fixed ? { [INITIAL_FOCUS]: '' } : {})}
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
      {passkeys && canUsePasskeys() && (
        <Button
          variant="secondary"
          size="large"
          wide
          busy={isAsking}
          title={authTexts.hints.passkey}
          onClick={() => void askForPasskey()}
        >
          {authTexts.buttons.passkey}
        </Button>
      )}
    </form>
  );
};
