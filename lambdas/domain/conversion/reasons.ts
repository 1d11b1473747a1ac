/**
 * Sentences for the converter's error codes that mean something to the file's owner. Source: AWS MediaConvert user
 * guide, "MediaConvert error codes".
 */
const REASONS: Readonly<Record<number, string>> = {
  1401: 'The converter may not read the uploaded file.',
  1404: 'The uploaded file is not there any more.',
  1432: 'The converter may not read or write the storage.',
  1433: 'The converter may not use its role.',
  1434: 'The converter may not use its role.',
  3401: 'The converter may not write its results.',
};

/**
 * A plain sentence for an error of the converter; its own message goes to the log only, since it may name places of the
 * system.
 */
export const plainReason = (code: number | undefined): string => {
  if (code === undefined) return 'The converter could not work on this file.';
  return REASONS[code] ?? `The converter could not work on this file (code ${code}).`;
};

/** The file is gone before the converter could read it. */
export const SOURCE_GONE_REASON = 'The uploaded file is not there any more.';
/** The converter's own probe gave up. */
export const UNREADABLE_REASON = 'The file is damaged or of a kind that the converter cannot read.';
/** The converter reported success without results. */
export const OUTPUTS_MISSING_REASON = 'The converter reported success, but its results are not there.';

/** The converter wrote no storyboard, or none that can be read. */
export const NO_SHEETS_REASON = 'The converter made no pictures for the storyboard.';

/** Sheets of the storyboard that are named but not there. */
export const sheetsMissingReason = (missing: readonly string[], all: number): string =>
  `${missing.length} of ${all} picture sheets of the storyboard are missing: ${missing.join(', ')}.`;

/** Playlists that were asked for again were not written in time. */
export const PLAYLISTS_OVERDUE_REASON = 'The playlists could not be written in time.';

/** The sentence for an attempt that nobody ended in time. */
export const overdueReason = (hasJob: boolean): string =>
  hasJob ? 'The conversion took longer than it may.' : 'The conversion could not be started in time.';
