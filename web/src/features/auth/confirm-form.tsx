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

export interface ConfirmFormProps {
  /** Undefined if the sign-up was in another tab and no link was opened. */
  readonly email: string | undefined;
  /** The name from the sign-up form. The form asks for it if it is undefined. */
  readonly fullName: string | undefined;
  /** The password from the sign-up form. The form asks for it if it is undefined. */
  readonly password: string | undefined;
  readonly code?: string | undefined;
  /** Called when the account was created. */
  readonly onConfirmed: (email: string, password: string) => Promise<void>;
  readonly onBack: () => void;
}

interface ConfirmFieldsProps extends ConfirmFormProps {
  readonly email: string;
}

/** Asks for the code, and for what this tab does not know of the sign-up. */
const ConfirmFields = ({ email, fullName, password, code = '', onConfirmed, onBack }: ConfirmFieldsProps) => {
  const { requestSignUp, confirmSignUp } = useCredentials();
  const { show } = useToast();
  const { reported } = useReportedStep();
  const [resending, setResending] = useState(false);
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { code, fullName: fullName ?? '', password: password ?? '' },
  });
  const { errors } = formState;

  useUnsavedChanges(formState.isDirty);

  const submit = handleSubmit(async (values) => {
    const confirmed = await reported(authTexts.toasts.confirmFailed, () => confirmSignUp({ email, ...values }));
    if (confirmed) await onConfirmed(email, values.password);
  });

  const resend = async () => {
    setResending(true);
    const sent = await reported(authTexts.toasts.codeFailed, () => requestSignUp(email));
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
      <p className={styles['lead']}>{authTexts.confirmLead(email)}</p>
      <TextField
        label={authTexts.fields.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        error={errors.code?.message}
        {...register('code', { required: authTexts.required.code, setValueAs: (value: string) => value.trim() })}
      />
      {fullName === undefined && (
        <TextField
          label={authTexts.fields.fullName}
          hint={authTexts.hints.fullName}
          autoComplete="name"
          maxLength={200}
          {...register('fullName', { setValueAs: (value: string) => value.trim() })}
        />
      )}
      {password === undefined && (
        <PasswordField
          label={authTexts.fields.password}
          hint={authTexts.hints.password}
          autoComplete="new-password"
          error={errors.password?.message}
          {...register('password', {
            required: authTexts.required.password,
            validate: (value) => passwordAdvice(value) ?? true,
          })}
        />
      )}
      <Button type="submit" size="large" wide busy={formState.isSubmitting}>
        {formState.isSubmitting ? authTexts.buttons.confirming : authTexts.buttons.confirm}
      </Button>
      <div className={styles['actions']}>
        <Button variant="secondary" busy={resending} onClick={resend}>
          {authTexts.buttons.resend}
        </Button>
        <Button variant="ghost" onClick={onBack}>
          {authTexts.buttons.back}
        </Button>
      </div>
    </form>
  );
};

/** Asks for the code that proves the email address, and creates the account. */
export const ConfirmForm = (props: ConfirmFormProps) => {
  const { email, onBack } = props;
  if (email !== undefined) return <ConfirmFields {...props} email={email} />;
  return (
    <div className={styles['form']}>
      <p className={styles['lead']}>{authTexts.confirmLost}</p>
      <div className={styles['actions']}>
        <Button variant="ghost" onClick={onBack}>
          {authTexts.buttons.back}
        </Button>
      </div>
    </div>
  );
};
