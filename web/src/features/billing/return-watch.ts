import type { Clock } from '../../lib/clock.ts';

/** Milliseconds between two looks at whether the window was closed (specification, section 9). */
const LOOK_EVERY_MS = 1_000;
/** Milliseconds before the first read; doubles with each further read. */
const FIRST_READ_MS = 1_000;
/** Milliseconds after which the reading ends. */
const READ_FOR_MS = 60_000;

/**
 * Reads after 1, 2, 4 … seconds, for a minute, until `read` returns true. Returns a function that stops it. A failed
 * read counts as false.
 */
export const readRepeatedly = (clock: Clock, read: () => Promise<boolean>): (() => void) => {
  let stopped = false;
  let stopTimer: () => void = () => undefined;
  const readIn = (ms: number, spent: number): void => {
    const wait = Math.min(ms, READ_FOR_MS - spent);
    if (wait <= 0) return;
    stopTimer = clock.after(wait, () => {
      void read()
        .catch(() => false)
        .then((done) => {
          if (!done && !stopped) readIn(wait * 2, spent + wait);
        });
    });
  };
  readIn(FIRST_READ_MS, 0);
  return () => {
    stopped = true;
    stopTimer();
  };
};

/** Calls `onClosed` once `isClosed` returns true. Returns a function that stops it. */
export const whenClosed = (clock: Clock, isClosed: () => boolean, onClosed: () => void): (() => void) => {
  let stopTimer: () => void;
  const look = (): void => {
    stopTimer = clock.after(LOOK_EVERY_MS, () => (isClosed() ? onClosed() : look()));
  };
  look();
  return () => stopTimer();
};
