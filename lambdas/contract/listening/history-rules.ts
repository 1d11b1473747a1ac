/**
 * Rules for resuming playback on any device, shared by the server and the screens. The file has no schemas, so that a
 * screen that imports it downloads no more than this. Times are in seconds.
 */

/** A position up to here counts as the start: there is nothing to resume. */
export const RESUME_AFTER_SECONDS = 10;
/** From this share of the duration on, an item counts as finished and its position is reset. */
export const FINISHED_SHARE = 0.95;
/** When two positions are further apart than this, the user chooses between them. */
export const POSITION_CONFLICT_SECONDS = 60;
/** Maximum number of entries in a saved queue. */
export const QUEUE_MAX = 500;
/** Queue entries that one response returns in full; each costs half a read unit. */
export const QUEUE_WINDOW = 25;
/** Entries of that window that come before the current one. */
export const QUEUE_WINDOW_BEFORE = 5;

/** Whether playback at this position counts as finished. */
export const isFinished = (position: number, duration: number): boolean =>
  duration > 0 && position >= duration * FINISHED_SHARE;

/** Whether it makes sense to offer resuming from this position. */
export const isWorthResuming = (position: number, duration: number): boolean =>
  position > RESUME_AFTER_SECONDS && !isFinished(position, duration);
