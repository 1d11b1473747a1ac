/** What plays are distinguished by. The part of the site that measures needs only the types. */

/** Kinds of devices, as far as a browser can distinguish them. */
export const DEVICES = ['desktop', 'phone', 'tablet', 'tv'] as const;
export type Device = (typeof DEVICES)[number];

/** What plays the media: hls.js, or the browser's own HLS. */
export const ENGINES = ['hls', 'native'] as const;
export type Engine = (typeof ENGINES)[number];

/** Why the player gave up: the kind of its fault; `other` is anything else. */
export const PLAY_FAILURES = ['forbidden', 'network', 'decode', 'element', 'other'] as const;
export type PlayFailure = (typeof PLAY_FAILURES)[number];
