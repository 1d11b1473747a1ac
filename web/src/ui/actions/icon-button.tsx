import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react';
import styles from './icon-button.module.css';

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'aria-label'> {
  /** What the button does: its accessible name and tooltip. */
  readonly label: string;
  /** An action is in progress: the button keeps the focus but ignores clicks. */
  readonly busy?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A round button that shows an icon only. */
export const IconButton = ({ label, busy = false, type = 'button', onClick, ...rest }: IconButtonProps) => {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      className={styles['button']}
      onClick={click}
    />
  );
};
