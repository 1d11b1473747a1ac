import { useEffect, useRef } from 'react';

/** Callbacks of the open overlays, newest last. */
const closers: (() => void)[] = [];

/** While `open`, registers `close` as a target of `escapeNewest`. */
export const useEscapeTarget = (open: boolean, close: () => void): void => {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!open) return undefined;
    const closer = () => latest.current();
    closers.push(closer);
    return () => void closers.splice(closers.indexOf(closer), 1);
  }, [open]);
};

/** Closes the overlay that was opened last. Returns false if none is open. */
export const escapeNewest = (): boolean => {
  const newest = closers.at(-1);
  newest?.();
  return newest !== undefined;
};
