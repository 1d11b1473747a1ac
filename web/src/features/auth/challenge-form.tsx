import { useForm } from 'react-hook-form';
import { passwordAdvice } from '../../../../lambdas/contract/people/password-policy.ts';
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

/** A challenge that the user pool can require after the password. */
export type Challenge = Extract<SignInStep, 'new-password' | 'totp' | 'sms'>;

export interface ChallengeFormProps {
  readonly challenge: Challenge;
  readonly onStep: (step: SignInStep) => void;
  readonly onBack: () => void;
  /** The user has lost the authenticator app or the phone. */
  readonly onRecover: () => void;
  /** Leaving asks before the input is lost. @default true */
  readonly guarded?: boolean;
}

/** Responds to a challenge during sign-in. */
export const ChallengeForm = ({ challenge, onStep, onBack, onRecover, guarded = true }: ChallengeFormProps) => {
  const { answerChallenge } = useAuth();
  const { reported, failure } = useReportedStep();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { answer: '' } });
  const error = formState.errors.answer?.message;

  useUnsavedChanges(guarded && formState.isDirty);

  const submit = handleSubmit(async ({ answer }) => {
    await reported(authTexts.toasts.signInFailed, async () => onStep(await answerChallenge(answer)));
  });

  return (
    <form
      className={styles['form']}
      noValidate
      aria-label={authTexts.tabs.signIn}
      onSubmit={singleSubmit(formState.isSubmitting, submit)}
    >
      {challenge === 'new-password' ? (
        <>
          <p className={styles['lead']}>{authTexts.newPasswordLead}</p>
          <PasswordField
            label={authTexts.fields.newPassword}
            hint={authTexts.hints.password}
            autoComplete="new-password"
            error={error}
            {...register('answer', {
              required: authTexts.required.password,
              validate: (value) => passwordAdvice(value) ?? true,
            })}
          />
        </>
      ) : (
        <TextField
          label={authTexts.fields.code}
          hint={challenge === 'sms' ? authTexts.hints.sms : authTexts.hints.totp}
          inputMode="numeric"
          autoComplete="one-time-code"
          error={error}
          {...register('answer', { required: authTexts.required.code, setValueAs: (value: string) => value.trim() })}
        />
      )}
      {failure !== null && (
        <Notice tone="danger">
          <p>{failure}</p>
        </Notice>
      )}
      <Button type="submit" size="large" wide busy={formState.isSubmitting}>
        {formState.isSubmitting ? authTexts.buttons.continuing : authTexts.buttons.continue}
      </Button>
      {challenge !== 'new-password' && (
        <Button variant="ghost" onClick={onRecover}>
          {authTexts.buttons.recovery}
        </Button>
      )}
      <Button variant="ghost" onClick={onBack}>
        {authTexts.buttons.back}
      </Button>
    </form>
  );
};
