import { useId, type ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { passwordAdvice } from '../../../../lambdas/contract/people/password-policy.ts';
import type { NewPersonRole } from '../../../../lambdas/contract/people/people.ts';
import { singleSubmit } from '../../lib/single-submit.ts';
import { Button } from '../../ui/actions/button.tsx';
import { SelectField, TextField } from '../../ui/forms/field.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import styles from './people.module.css';
import { peopleTexts } from './texts.ts';
import type { NewUser } from './use-create-user.ts';

const texts = peopleTexts.create;
/** Longest texts that the server takes. */
const LENGTHS = { email: 254, password: 256, name: 200 } as const;

export interface UserFormProps {
  /** What the form is called. */
  readonly label: string;
  readonly roles: readonly NewPersonRole[];
  readonly submit: string;
  /** Why the last one was not made. */
  readonly failure: string | null;
  /** The name that an empty field stands for. */
  readonly defaultName?: (role: NewPersonRole) => string;
  /** Buttons before the one that sends. */
  readonly children?: ReactNode;
  /** Makes the account, and answers whether it did; until it settles nothing else is sent. */
  readonly onSubmit: (user: NewUser) => Promise<boolean>;
}

/** Asks for what an account is made from. Nothing is sent without an address and a password. */
export const UserForm = ({ label, roles, submit, failure, defaultName, children, onSubmit }: UserFormProps) => {
  const { register, handleSubmit, reset, setFocus, control, formState } = useForm<NewUser>({
    defaultValues: { email: '', password: '', fullName: '', role: 'user' },
  });
  const { email, password, role } = useWatch({ control });
  const missing = !email?.trim() || !password;
  const missingId = useId();
  const send = handleSubmit(async (user) => {
    const isMade = await onSubmit({
      ...user,
      email: user.email.trim(),
      fullName: user.fullName.trim() || (defaultName?.(user.role) ?? ''),
    });
    if (!isMade) return;
    // The next one begins where this one did.
    setFocus('email');
    reset();
  });
  return (
    <form
      className={styles['form']}
      noValidate
      aria-label={label}
      onSubmit={singleSubmit(formState.isSubmitting || missing, send)}
    >
      {failure !== null && (
        <Notice tone="danger" alert>
          <p>{failure}</p>
        </Notice>
      )}
      <TextField
        label={texts.email}
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={LENGTHS.email}
        {...register('email')}
      />
      <PasswordField
        label={texts.password}
        hint={texts.passwordHint}
        autoComplete="new-password"
        maxLength={LENGTHS.password}
        error={formState.errors.password?.message}
        {...register('password', { validate: (value) => passwordAdvice(value) ?? true })}
      />
      <TextField
        label={texts.fullName}
        hint={defaultName ? undefined : texts.optional}
        placeholder={defaultName?.(role ?? 'user')}
        autoComplete="off"
        maxLength={LENGTHS.name}
        {...register('fullName')}
      />
      <SelectField label={texts.role} {...register('role')}>
        {roles.map((value) => (
          <option key={value} value={value}>
            {peopleTexts.roles[value]}
          </option>
        ))}
      </SelectField>
      <div className={styles['actions']}>
        {missing && (
          <p id={missingId} className={styles['missing']}>
            {texts.required}
          </p>
        )}
        {children}
        <Button
          type="submit"
          busy={formState.isSubmitting}
          disabled={missing}
          aria-describedby={missing ? missingId : undefined}
        >
          {formState.isSubmitting ? texts.creating : submit}
        </Button>
      </div>
    </form>
  );
};
