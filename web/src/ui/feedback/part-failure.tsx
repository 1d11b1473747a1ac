import { useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../actions/button.tsx';
import { ErrorState } from './error-state.tsx';
import styles from './part-failure.module.css';

/** Where the failure of a part is shown: in its place on the page, or on top of the page, for dialogs and panels. */
export type PartPlace = 'inline' | 'floating';

export interface PartFailureProps {
  readonly place: PartPlace;
  readonly onRetry: () => void;
  /** Set when the rest of the page works without the part. */
  readonly onDismiss?: (() => void) | undefined;
  /** Shows nothing, and only waits for the network. @default false */
  readonly hidden?: boolean;
  /** Offers to reload the page: some browsers remember that a download failed. @default false */
  readonly reloads?: boolean;
}

/** Marks what is shown on top of dialogs: a click on it is not a click outside of them. */
export const ABOVE_DIALOGS = 'data-above-dialogs';

const MESSAGE = "This part of the page couldn't be loaded. Check your connection, and try again.";

/** Shown in place of a part of the page whose code could not be downloaded. Tries again when the network returns. */
export const PartFailure = ({ place, onRetry, onDismiss, hidden = false, reloads = false }: PartFailureProps) => {
  // Before the message can be seen: the network may return right after.
  useLayoutEffect(() => {
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  if (hidden) return null;
  const reload = reloads && (
    <Button variant="ghost" onClick={() => window.location.reload()}>
      Reload page
    </Button>
  );
  if (place === 'inline')
    return (
      <ErrorState message={MESSAGE} onRetry={onRetry}>
        {reload}
      </ErrorState>
    );
  // Outside of the part's place, which may clip it.
  return createPortal(
    <div role="alert" className={styles['floating']} {...{ [ABOVE_DIALOGS]: '' }}>
      <p>{MESSAGE}</p>
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
      {reload}
      {onDismiss && (
        <Button variant="ghost" onClick={onDismiss}>
          Dismiss
        </Button>
      )}
    </div>,
    document.body,
  );
};
