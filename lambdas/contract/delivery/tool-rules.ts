/** Titles whose conversion one call of `migrate-to-permanent-cdn` starts (administrator specification, section 9). */
export const MIGRATED_PER_RUN = 10;
/** Titles that one call of `migrate-to-permanent-cdn` can name, and of a page of outdated titles. */
export const MAX_TITLES = 100;
