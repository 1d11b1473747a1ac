/** Milliseconds of play after which a view counts. */
const VIEW_AFTER_MS = 10_000;
/** Fastest speed of the player. */
export const MAX_RATE = 2;

/**
 * Milliseconds of play after which a view of a title counts: 10 seconds, and for shorter titles what it takes to reach
 * the end at the highest speed. `duration` in seconds, null while unknown.
 */
export const viewAfterMs = (duration: number | null): number =>
  duration === null ? VIEW_AFTER_MS : Math.min(VIEW_AFTER_MS, (duration * 1000) / MAX_RATE);
