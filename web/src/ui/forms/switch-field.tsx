import { useId, type InputHTMLAttributes, type Ref } from 'react';
import styles from './switch-field.module.css';

export interface SwitchFieldProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'id' | 'className' | 'type' | 'role'
> {
  readonly label: string;
  readonly hint?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

/** An on/off setting. */
export const SwitchField = ({ label, hint, ...input }: SwitchFieldProps) => {
  const id = useId();
  return (
    <div className={styles['field']}>
      <input
        {...input}
        id={id}
        type="checkbox"
        role="switch"
        className={styles['switch']}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      <div>
        <label htmlFor={id} className={styles['label']}>
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className={styles['hint']}>
            {hint}
          </p>
        )}
      </div>
    </div>
  );
};
