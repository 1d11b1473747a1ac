/**
 * Rules of going on elsewhere, for the server and for screens; without schemas, so that a screen downloads no more.
 * Times in seconds.
 */

/** A place at or before this is the start: nobody is asked to go on there. */
export const RESUME_AFTER_SECONDS = 10;
/** From this share of the duration on a content is finished: its place is forgotten. */
export const FINISHED_SHARE = 0.95;
/** Two places further apart than this are different ones, between which the person chooses. */
export const POSITION_CONFLICT_SECONDS = 60;
/** Entries of a saved queue at most. */
export const QUEUE_MAX = 500;
/** Contents of a saved queue that one answer names in full; they cost half a read unit each. */
export const QUEUE_WINDOW = 25;
/** Entries of the window that lie before the one that plays. */
export const QUEUE_WINDOW_BEFORE = 5;

/** Whether somebody who is there has seen it to the end. */
export const isFinished = (position: number, duration: number): boolean =>
  duration > 0 && position >= duration * FINISHED_SHARE;

/** Whether a place is worth going on from. */
export const isWorthResuming = (position: number, duration: number): boolean =>
  position > RESUME_AFTER_SECONDS && !isFinished(position, duration);
