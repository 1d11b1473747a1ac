/** What ends a step that its stage does not run, as a sentence for the user. */
export const OFF_REASON = 'This analysis is turned off for this site.';
/** What ends the picture analysis of a file without pictures, as a sentence for the user. */
export const NO_PICTURE_REASON = 'Music has no picture to analyze.';
