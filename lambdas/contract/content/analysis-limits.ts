/** Limits of scripts and estimates. The file has no schemas, so that a screen that imports it downloads no more. */

/** Bytes of a script in UTF-8. */
export const MAX_SCRIPT_BYTES = 300_000;
/** Bytes of the largest script in a request: in JSON, a line break takes two. */
export const MAX_SCRIPT_BODY_BYTES = 2 * MAX_SCRIPT_BYTES;

/** Seconds of the longest file that an estimate is given for: a day. */
export const MAX_ESTIMATED_SECONDS = 86_400;
