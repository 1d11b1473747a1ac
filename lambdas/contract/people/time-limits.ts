/** Periods of accounts that texts name. How long data is kept is in the retention table. */

/** Minutes for which a code from an email is valid. */
export const CODE_VALID_MINUTES = 10;

/** Seconds before its end at which a session warns its user (listener specification, section 9). */
export const SESSION_WARNING_SECONDS = 5 * 60;

/** Hours between a request for erasure and its start, in which the user can withdraw it. */
export const WITHDRAW_HOURS = 24;

/** Minimum age of users, in years (listener specification, section 9). */
export const MINIMUM_AGE = 16;
