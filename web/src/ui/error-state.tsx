import { CircleAlert } from 'lucide-react';
import { Button } from './button.tsx';
import styles from './states.module.css';

/** Something could not be loaded. `onRetry` tries again. */
export const ErrorState = ({ message, onRetry }: { readonly message: string; readonly onRetry?: () => void }) => (
  <div className={styles['state']} role="alert">
    <CircleAlert aria-hidden size={28} className={styles['danger']} />
    <p>{message}</p>
    {onRetry && (
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    )}
  </div>
);
