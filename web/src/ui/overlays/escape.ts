import { useEffect, useRef } from 'react';

/** What Escape closes, the newest last. */
const closers: (() => void)[] = [];

/** While `open`, Escape is meant for this: `close` is called where something above it heard the key. */
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

/** Closes what was opened last. Answers whether there was anything. */
export const escapeNewest = (): boolean => {
  const newest = closers.at(-1);
  newest?.();
  return newest !== undefined;
};
