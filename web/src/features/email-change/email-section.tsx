import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { singleSubmit } from '../../lib/single-submit.ts';
import { Button } from '../../ui/actions/button.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import styles from './email-section.module.css';
import { emailChangeTexts as texts } from './texts.ts';
import { useEmailChange } from './use-email-change.ts';

/** Moves the account to another address: first the address, then the code that was sent there. */
export const EmailSection = () => {
  const { requestChange, changeEmail } = useEmailChange();
  const [sentTo, setSentTo] = useState<string>();
  const { register, handleSubmit, formState, reset } = useForm({ defaultValues: { email: '', code: '' } });
  const { errors, isSubmitting } = formState;

  useUnsavedChanges(formState.isDirty);

  const submit = handleSubmit(async ({ email, code }) => {
    if (sentTo === undefined) {
      if (await requestChange(email)) setSentTo(email);
    } else if (await changeEmail(code)) {
      reset();
      setSentTo(undefined);
    }
  });
  const startAgain = () => {
    reset();
    setSentTo(undefined);
  };

  return (
    <details className={styles['section']}>
      <summary className={styles['summary']}>{texts.heading}</summary>
      <form
        className={styles['form']}
        noValidate
        aria-label={texts.heading}
        onSubmit={singleSubmit(isSubmitting, submit)}
      >
        <p className={styles['lead']}>{sentTo === undefined ? texts.lead : texts.codeLead(sentTo)}</p>
        {sentTo === undefined ? (
          <TextField
            key="email"
            label={texts.newEmail}
            type="email"
            autoComplete="email"
            error={errors.email?.message}
            {...register('email', { required: texts.required.email, setValueAs: (value: string) => value.trim() })}
          />
        ) : (
          <TextField
            key="code"
            label={texts.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            error={errors.code?.message}
            {...register('code', {
              required: texts.required.code,
              setValueAs: (value: string) => value.replaceAll(/\s/g, ''),
              // Invalid input must not use up one of the five attempts.
              pattern: { value: /^\s*(?:\d\s*){8}$/, message: texts.required.code },
            })}
          />
        )}
        <div className={styles['actions']}>
          <Button type="submit" variant="secondary" busy={isSubmitting}>
            {sentTo === undefined
              ? isSubmitting
                ? texts.sending
                : texts.send
              : isSubmitting
                ? texts.changing
                : texts.change}
          </Button>
          {sentTo !== undefined && (
            <Button variant="ghost" onClick={startAgain}>
              {texts.other}
            </Button>
          )}
        </div>
      </form>
    </details>
  );
};
