import { Eye, EyeOff } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type InputHTMLAttributes, type Ref } from 'react';
import { Field, type FieldProps } from './field.tsx';
import styles from './password-field.module.css';

export interface PasswordFieldProps
  extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className' | 'type'> {
  readonly ref?: Ref<HTMLInputElement>;
}

/** A password field with a button that reveals the password. */
export const PasswordField = ({ label, error, hint, ref, ...input }: PasswordFieldProps) => {
  const [shown, setShown] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const caret = useRef<readonly [number | null, number | null]>(null);

  const toggle = () => {
    const element = frame.current?.querySelector('input');
    caret.current = element ? [element.selectionStart, element.selectionEnd] : null;
    setShown((now) => !now);
  };

  useLayoutEffect(() => {
    // Browsers move the caret to the start when the type of an input changes.
    if (caret.current) frame.current?.querySelector('input')?.setSelectionRange(...caret.current);
  }, [shown]);

  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <div className={styles['frame']} ref={frame}>
          <input
            {...input}
            {...control}
            ref={ref}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
          />
          <button
            type="button"
            className={styles['toggle']}
            aria-label={`Show ${label.toLowerCase()}`}
            aria-pressed={shown}
            aria-controls={control.id}
            onClick={toggle}
          >
            {shown ? <EyeOff aria-hidden size={18} /> : <Eye aria-hidden size={18} />}
          </button>
        </div>
      )}
    </Field>
  );
};
