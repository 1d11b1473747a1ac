import type { ReactNode } from 'react';
import styles from './states.module.css';

/** Shown in place of a list that is empty without an error. */
export const EmptyState = ({
  message,
  icon,
  children,
}: {
  readonly message: string;
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
}) => (
  <div className={styles['state']}>
    {icon}
    <p>{message}</p>
    {children}
  </div>
);
