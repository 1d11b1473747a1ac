/** What a browser measures of a play, for the part of the site that measures: it needs nothing else of the contract. */

/** Heights of pictures that are distinguished, in pixels of the shorter side. Others count as the next lower one. */
export const PLAY_HEIGHTS = ['144', '240', '360', '480', '720', '1080', '1440', '2160'] as const;
export type PlayHeight = (typeof PLAY_HEIGHTS)[number];

/** Parts of a title in which its retention is measured. A part is a hundredth of its length. */
export const PARTS = 100;
/** Passes through a title that a play reports. Jumping back starts another pass. Further ones are not reported. */
export const MAX_PASSES = 20;

/** The longest start that is reported, in milliseconds. Longer ones are reported as this. */
export const MAX_STARTUP_MS = 600_000;
/**
 * How much of one stall is reported, in milliseconds. A computer that sleeps during a stall, or a forgotten page, would
 * otherwise report hours of waiting.
 */
export const MAX_STALL_MS = 120_000;
/** Seconds from the start of a play after which nothing is reported of it: the server forgets it. */
export const MAX_PLAY_SECONDS = 86_400;

/** The least seconds between two beats of a play, except before the one that says that the user left. */
export const BEAT_SECONDS = 60;
/** The most seconds between two beats of a play that plays. */
export const MAX_BEAT_SECONDS = 300;

/** The call that reports the quality of a play. */
export const RECORD_QUALITY = { method: 'POST', path: '/api/plays/{id}/quality' } as const;
