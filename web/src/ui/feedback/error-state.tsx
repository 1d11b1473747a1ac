import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../actions/button.tsx';
import styles from './states.module.css';

export interface ErrorStateProps {
  readonly message: string;
  readonly onRetry?: () => void;
  /** Further actions. */
  readonly children?: ReactNode;
}

/** Shown in place of data that could not be loaded. */
export const ErrorState = ({ message, onRetry, children }: ErrorStateProps) => (
  <div className={styles['state']} role="alert">
    <CircleAlert aria-hidden size={28} className={styles['danger']} />
    <p>{message}</p>
    {onRetry && (
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    )}
    {children}
  </div>
);
