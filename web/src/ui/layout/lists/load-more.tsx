import { useEffect, useRef } from 'react';
import { Button } from '../../actions/button.tsx';
import styles from './load-more.module.css';

/** Distance below the viewport at which the next page loads automatically. */
const NEAR = '600px 0px';

export interface LoadMoreProps {
  /** The button's text, and its text while the next page loads. */
  readonly label: string;
  readonly busyLabel: string;
  readonly busy: boolean;
  /** Why the next page failed to load. */
  readonly failure: string | null;
  readonly onMore: () => void;
  /** Whether scrolling near loads it, too. @default true */
  readonly onScroll?: boolean;
}

/** Loads the next page of a list when the button is pressed or scrolls near. */
export const LoadMore = ({ label, busyLabel, busy, failure, onMore, onScroll = true }: LoadMoreProps) => {
  const container = useRef<HTMLDivElement>(null);
  const failed = failure !== null;
  useEffect(() => {
    // After a failure, wait for the user: retrying automatically would repeat forever.
    if (!onScroll || failed || busy || !container.current || typeof IntersectionObserver === 'undefined')
      return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onMore();
      },
      { rootMargin: NEAR },
    );
    observer.observe(container.current);
    return () => observer.disconnect();
  }, [onMore, onScroll, busy, failed]);
  return (
    <div ref={container} className={styles['more']}>
      {failed && <p role="alert">{failure}</p>}
      <Button variant="secondary" busy={busy} onClick={onMore}>
        {busy ? busyLabel : label}
      </Button>
    </div>
  );
};
