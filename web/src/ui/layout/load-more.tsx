import { useEffect, useRef } from 'react';
import { Button } from '../actions/button.tsx';
import styles from './load-more.module.css';

/** How far below the screen the next page is already asked for. */
const NEAR = '600px 0px';

export interface LoadMoreProps {
  /** Words of the button, while it can be pressed and while the page is on its way. */
  readonly label: string;
  readonly busyLabel: string;
  readonly busy: boolean;
  /** Why the next page did not come. */
  readonly failure: string | null;
  readonly onMore: () => void;
}

/** Asks for the next page of a list when its button comes near, or is pressed. */
export const LoadMore = ({ label, busyLabel, busy, failure, onMore }: LoadMoreProps) => {
  const place = useRef<HTMLDivElement>(null);
  const failed = failure !== null;
  useEffect(() => {
    // After a failure the person decides; otherwise it would be asked for over and over.
    if (failed || busy || !place.current || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onMore();
      },
      { rootMargin: NEAR },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [onMore, busy, failed]);
  return (
    <div ref={place} className={styles['more']}>
      {failed && <p role="alert">{failure}</p>}
      <Button variant="secondary" busy={busy} onClick={onMore}>
        {busy ? busyLabel : label}
      </Button>
    </div>
  );
};
