/**
 * Sentences for the converter's error codes that are meaningful to the owner of the file. Source: AWS MediaConvert user
 * guide, "MediaConvert error codes".
 */
const REASONS: Readonly<Record<number, string>> = {
  1401: "The converter doesn't have permission to read the uploaded file.",
  1404: 'The uploaded file no longer exists.',
  1432: "The converter doesn't have permission to read or write the storage.",
  1433: "The converter doesn't have permission to use its role.",
  1434: "The converter doesn't have permission to use its role.",
  3401: "The converter doesn't have permission to write its results.",
};

/**
 * A sentence for the user about an error of the converter. The converter's own message is only logged, because it can
 * contain internal locations.
 */
export const plainReason = (code: number | undefined): string => {
  if (code === undefined) return 'The converter could not process this file.';
  return REASONS[code] ?? `The converter could not process this file (code ${code}).`;
};

/** The upload was discarded, or no content item claimed it in time. */
export const ABORTED_REASON = 'The upload was canceled or expired.';
/** A user canceled the conversion. */
export const CANCELED_REASON = 'An administrator canceled it.';
/** The file was removed before the converter could read it. */
export const SOURCE_MISSING_REASON = 'The uploaded file no longer exists.';
/** The converter could not probe the file. */
export const UNREADABLE_REASON = 'The file is damaged or in a format that the converter cannot read.';
/** The converter reported success without results. */
export const OUTPUTS_MISSING_REASON = 'The converter reported success, but its results are missing.';

/** The colors of an HDR video were left as they are. */
export const COLORS_NOT_CONVERTED =
  'This video is HDR, and its colors are not converted, so it looks pale. To change that, ask the operator of this ' +
  'site to set hdrToSdr to "convert", then run this step again.';

/** The file has no picture, so that there is no poster and no storyboard. */
export const NO_VIDEO_REASON = 'The file contains only audio.';

/** The conversion of this video makes no storyboard. */
export const NO_STORYBOARD_REASON = 'This conversion does not make a storyboard.';

/** The converter wrote no readable storyboard. */
export const NO_SHEETS_REASON = 'The converter made no images for the storyboard.';

/** The storyboard lists sheets that do not exist. */
export const sheetsMissingReason = (missing: readonly string[], all: number): string =>
  `${missing.length} of ${all} image sheets of the storyboard are missing: ${missing.join(', ')}.`;

/** A rewrite of the playlists missed its deadline. */
export const PLAYLISTS_OVERDUE_REASON = 'The playlists could not be written in time.';

/** The worker of a step stopped, and no other has taken over yet. */
export const INTERRUPTED_REASON =
  'The step stopped before it finished. It continues automatically within a few minutes.';

/** The step belongs to a replacement that staff have not accepted yet. */
export const REVIEW_REASON = 'The new file waits for review. This step starts when the file is accepted.';

/** An attempt missed its deadline. */
export const overdueReason = (hasJob: boolean): string =>
  hasJob ? 'The conversion took too long.' : 'The conversion could not be started in time.';
