import type { ReactNode } from 'react';
import styles from './states.module.css';

/** There is nothing here, and that is no fault. */
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
