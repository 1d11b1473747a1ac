import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react';
import styles from './field.module.css';

/** Props that a field passes to its control. */
export interface FieldControl {
  readonly id: string;
  readonly className: string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

export interface FieldProps {
  readonly label: string;
  /** Why the value is invalid. */
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
}

interface InvalidProps {
  /** The value is invalid for a reason that is shown elsewhere. */
  readonly invalid?: boolean | undefined;
}

/** A label, a control, a hint and an error message, linked for screen readers. */
export const Field = ({
  label,
  error,
  hint,
  invalid = false,
  children,
}: FieldProps & InvalidProps & { readonly children: (control: FieldControl) => ReactNode }) => {
  const id = useId();
  const errorId = `${id}-error`;
  const hintId = `${id}-hint`;
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ');
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      {children({
        id,
        className: styles['control'],
        'aria-invalid': error || invalid ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {hint && (
        <p id={hintId} className={styles['hint']}>
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  );
};

type Control<Attributes> = FieldProps & Omit<Attributes, 'id' | 'className'>;

/** A single-line text field. */
export const TextField = ({
  label,
  error,
  hint,
  invalid,
  ...input
}: Control<InputHTMLAttributes<HTMLInputElement>> & InvalidProps & { readonly ref?: Ref<HTMLInputElement> }) => (
  <Field label={label} error={error} hint={hint} invalid={invalid}>
    {(control) => <input type="text" {...input} {...control} />}
  </Field>
);

/** A multi-line text field. */
export const TextArea = ({
  label,
  error,
  hint,
  ...input
}: Control<TextareaHTMLAttributes<HTMLTextAreaElement>> & { readonly ref?: Ref<HTMLTextAreaElement> }) => (
  <Field label={label} error={error} hint={hint}>
    {(control) => <textarea rows={4} {...input} {...control} />}
  </Field>
);

/** A drop-down list; `children` are its options. */
export const SelectField = ({
  label,
  error,
  hint,
  ...input
}: Control<SelectHTMLAttributes<HTMLSelectElement>> & { readonly ref?: Ref<HTMLSelectElement> }) => (
  <Field label={label} error={error} hint={hint}>
    {(control) => <select {...input} {...control} />}
  </Field>
);
