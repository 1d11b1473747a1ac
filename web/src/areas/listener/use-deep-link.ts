import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/**
 * Plays the title that the `content` parameter of the address names, once, when the list has loaded or failed. Then
 * removes the parameter, unless `keep` is set: a visitor who signs in first comes back to the same address.
 */
export const useDeepLink = (ready: boolean, open: (contentId: string) => void, keep: boolean) => {
  const [params, setParams] = useSearchParams();
  const contentId = params.get('content');
  const opened = useRef<string | null>(null);
  /** The title to play once the address no longer names it. */
  const removed = useRef<string | null>(null);
  useEffect(() => {
    if (!ready) return;
    const waiting = removed.current;
    if (waiting !== null && !contentId) {
      removed.current = null;
      return open(waiting);
    }
    if (!contentId || opened.current === contentId) return;
    opened.current = contentId;
    if (keep) return open(contentId);
    // Returning to this screen must not start the title again. The player opens afterwards: it adds a history entry
    // with the address that is then shown.
    removed.current = contentId;
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete('content');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [ready, contentId, open, setParams, keep]);
};
