import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useToast } from '../../core/toast/toast-context.tsx';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { singleSubmit } from '../../lib/single-submit.ts';
import { Button } from '../../ui/actions/button.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { usernameTexts } from './texts.ts';
import { useRetrieval } from './use-retrieval.ts';
import styles from './username-form.module.css';

export interface UsernameFormProps {
  readonly email: string;
  readonly onBack: () => void;
}

/** Asks for the code from the email and shows the name on file. */
export const UsernameForm = ({ email, onBack }: UsernameFormProps) => {
  const { requestCode, getUsername } = useRetrieval();
  const { show } = useToast();
  const [name, setName] = useState<string>();
  const [resending, setResending] = useState(false);
  const { register, handleSubmit, formState, reset, setFocus } = useForm({ defaultValues: { code: '' } });

  useUnsavedChanges(formState.isDirty && name === undefined);

  const submit = handleSubmit(async ({ code }) => {
    const found = await getUsername(email, code);
    if (found === undefined) return setFocus('code', { shouldSelect: true });
    setName(found);
    show({ title: usernameTexts.foundTitle, description: usernameTexts.found(found) });
  });

  const resend = async () => {
    setResending(true);
    if (await requestCode(email)) reset();
    setResending(false);
  };

  const back = (
    <Button variant="ghost" onClick={onBack}>
      {usernameTexts.back}
    </Button>
  );
  if (name !== undefined) {
    return (
      <div className={styles['form']}>
        <Notice title={usernameTexts.foundTitle}>
          <p>{usernameTexts.found(name)}</p>
        </Notice>
        {back}
      </div>
    );
  }
  return (
    <form
      className={styles['form']}
      noValidate
      aria-label={usernameTexts.heading}
      onSubmit={singleSubmit(formState.isSubmitting, submit)}
    >
      <p className={styles['lead']}>{usernameTexts.lead(email)}</p>
      <TextField
        label={usernameTexts.code}
        hint={usernameTexts.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        error={formState.errors.code?.message}
        {...register('code', {
          required: usernameTexts.codeRequired,
          setValueAs: (value: string) => value.replaceAll(/\s/g, ''),
          // Invalid input must not use up one of the five attempts.
          pattern: { value: /^\s*(?:\d\s*){8}$/, message: usernameTexts.codeHint },
        })}
      />
      <Button type="submit" size="large" wide busy={formState.isSubmitting}>
        {formState.isSubmitting ? usernameTexts.showing : usernameTexts.show}
      </Button>
      <div className={styles['actions']}>
        <Button variant="secondary" busy={resending} onClick={resend}>
          {usernameTexts.resend}
        </Button>
        {back}
      </div>
    </form>
  );
};
