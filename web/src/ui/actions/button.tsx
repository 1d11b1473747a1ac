import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react';
import { classNames } from '../../lib/class-names.ts';
import styles from './button.module.css';

export interface ButtonLook {
  readonly variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  readonly size?: 'medium' | 'large';
  readonly wide?: boolean;
}

/** The class that makes a link look like a button. */
export const buttonClass = ({ variant = 'primary', size = 'medium', wide = false }: ButtonLook): string =>
  classNames(styles['button'], styles[variant], size === 'large' && styles['large'], wide && styles['wide']);

export interface ButtonProps extends ButtonLook, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  /** An action is in progress: the button keeps the focus but ignores clicks. */
  readonly busy?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A push button. */
export const Button = ({ variant, size, wide, busy = false, type = 'button', onClick, ...rest }: ButtonProps) => {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ ...(variant ? { variant } : {}), ...(size ? { size } : {}), ...(wide ? { wide } : {}) })}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={click}
    />
  );
};
