import { useId, type ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { passwordAdvice } from '../../../../lambdas/contract/people/password-policy.ts';
import type { NewPersonRole } from '../../../../lambdas/contract/people/people.ts';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { singleSubmit } from '../../lib/single-submit.ts';
import { Button } from '../../ui/actions/button.tsx';
import { SelectField, TextField } from '../../ui/forms/field.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import styles from './people.module.css';
import { peopleTexts } from './texts.ts';
import type { NewUser } from './use-create-user.ts';

const texts = peopleTexts.create;
/** Maximum text lengths in the contract. */
const MAX_LENGTHS = { email: 254, password: 256, name: 200 } as const;

export interface UserFormProps {
  /** Accessible name of the form. */
  readonly label: string;
  readonly roles: readonly NewPersonRole[];
  readonly submit: string;
  /** Why the last attempt failed. */
  readonly failure: string | null;
  /** The name that is used if the field is empty. */
  readonly defaultName?: (role: NewPersonRole) => string;
  /** Buttons before the submit button. */
  readonly children?: ReactNode;
  /** Creates the account and resolves to whether it did. Nothing else is sent until it settles. */
  readonly onSubmit: (user: NewUser) => Promise<boolean>;
}

/** The form of a new account. It can be submitted once it has an email address and a password. */
export const UserForm = ({ label, roles, submit, failure, defaultName, children, onSubmit }: UserFormProps) => {
  const { register, handleSubmit, reset, setFocus, control, formState } = useForm<NewUser>({
    defaultValues: { email: '', password: '', fullName: '', role: 'user' },
  });
  useUnsavedChanges(formState.isDirty);
  const { email, password, role } = useWatch({ control });
  const missing = !email?.trim() || !password;
  const missingId = useId();
  const send = handleSubmit(async (user) => {
    const isCreated = await onSubmit({
      ...user,
      email: user.email.trim(),
      fullName: user.fullName.trim() || (defaultName?.(user.role) ?? ''),
    });
    if (!isCreated) return;
    // Ready for the next account.
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
        maxLength={MAX_LENGTHS.email}
        {...register('email')}
      />
      <PasswordField
        label={texts.password}
        hint={texts.passwordHint}
        autoComplete="new-password"
        maxLength={MAX_LENGTHS.password}
        error={formState.errors.password?.message}
        {...register('password', { validate: (value) => passwordAdvice(value) ?? true })}
      />
      <TextField
        label={texts.fullName}
        hint={defaultName ? undefined : texts.optional}
        placeholder={defaultName?.(role ?? 'user')}
        autoComplete="off"
        maxLength={MAX_LENGTHS.name}
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
