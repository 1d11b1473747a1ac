import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** The `t` parameter of an address: seconds from the start, with up to three decimals. Invalid values are ignored. */
const secondsOf = (text: string | null): number | undefined =>
  text !== null && /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Number(text) : undefined;

/**
 * Plays the title that the `content` parameter of the address names, from the second that `t` names, once, when the
 * list has loaded or failed. Then removes the parameters, unless `keep` is set: a visitor who signs in first comes back
 * to the same address.
 */
export const useDeepLink = (ready: boolean, open: (contentId: string, startAt?: number) => void, keep: boolean) => {
  const [params, setParams] = useSearchParams();
  const contentId = params.get('content');
  const startAt = secondsOf(params.get('t'));
  const opened = useRef<string | null>(null);
  /** The title to play once the address no longer names it. */
  const removed = useRef<readonly [string, number | undefined] | null>(null);
  useEffect(() => {
    if (!ready) return;
    const waiting = removed.current;
    if (waiting !== null && !contentId) {
      removed.current = null;
      return open(...waiting);
    }
    if (!contentId || opened.current === contentId) return;
    opened.current = contentId;
    if (keep) return open(contentId, startAt);
    // Returning to this screen must not start the title again. The player opens afterwards: it adds a history entry
    // with the address that is then shown.
    removed.current = [contentId, startAt];
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete('content');
        next.delete('t');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [ready, contentId, startAt, open, setParams, keep]);
};
