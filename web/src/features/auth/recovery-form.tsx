import { useForm } from 'react-hook-form';
import { useApi } from '../../core/api/api-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { singleSubmit } from '../../lib/single-submit.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import styles from './forms.module.css';
import { authTexts } from './texts.ts';
import { useReportedStep } from './use-reported-step.ts';

export interface RecoveryFormProps {
  /** The address that the user tried to sign in with, if it is known. */
  readonly email: string | undefined;
  readonly onDone: (email: string) => void;
  readonly onBack: () => void;
  /** Leaving asks before the input is lost. @default true */
  readonly guarded?: boolean;
}

/** Removes lost second factors by a recovery code. */
export const RecoveryForm = ({ email = '', onDone, onBack, guarded = true }: RecoveryFormProps) => {
  const api = useApi();
  const { show } = useToast();
  const { reported, failure } = useReportedStep();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email, code: '' } });
  useUnsavedChanges(guarded && formState.isDirty);

  const submit = handleSubmit(async (values) => {
    await reported(authTexts.toasts.signInFailed, async () => {
      try {
        await api.call('factors.redeem-recovery-code', { body: values });
      } catch (error) {
        if (error instanceof ApiError && (error.code === 'code_rejected' || error.code === 'validation_failed'))
          throw new Error(authTexts.recoveryRejected, { cause: error });
        throw error;
      }
      show(authTexts.toasts.recovered);
      onDone(values.email);
    });
  });

  const trimmed = { setValueAs: (value: string) => value.trim() };
  return (
    <form
      className={styles['form']}
      noValidate
      aria-label={authTexts.headings.recovery}
      onSubmit={singleSubmit(formState.isSubmitting, submit)}
    >
      <p className={styles['lead']}>{authTexts.recoveryLead}</p>
      <TextField
        label={authTexts.fields.email}
        type="email"
        autoComplete="username"
        error={formState.errors.email?.message}
        {...register('email', { required: authTexts.required.email, ...trimmed })}
      />
      <TextField
        label={authTexts.fields.recoveryCode}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={formState.errors.code?.message}
        {...register('code', { required: authTexts.required.code, ...trimmed })}
      />
      {failure !== null && (
        <Notice tone="danger">
          <p>{failure}</p>
        </Notice>
      )}
      <Button type="submit" size="large" wide busy={formState.isSubmitting}>
        {formState.isSubmitting ? authTexts.buttons.redeeming : authTexts.buttons.redeem}
      </Button>
      <Button variant="ghost" onClick={onBack}>
        {authTexts.buttons.back}
      </Button>
    </form>
  );
};
