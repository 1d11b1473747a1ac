import type { Attempt, StoryboardOutcome } from '../../domain/conversion/attempt.ts';
import { NO_SHEETS_REASON, sheetsMissingReason } from '../../domain/conversion/reasons.ts';
import { storyboardKey, tierFileKey } from '../../domain/media/layout.ts';
import { imagePlaylistOf, readSheets, storyboardCues } from '../../domain/media/storyboard.ts';
import type { RenditionStore } from '../../platform/storage/stored-objects.ts';

/**
 * Writes the WebVTT file of a finished job's storyboard, from the image playlist that the first output group's
 * playlist (`groupPlaylist`) refers to. Undefined when the job made no storyboard. Missing sheets are reported in the
 * outcome and are no error. Repeating it writes the same file.
 */
export const writeStoryboard = async (
  renditions: RenditionStore,
  attempt: Attempt,
  groupPlaylist: string,
): Promise<StoryboardOutcome | undefined> => {
  const { ladder, duration = 0, content_id: contentId, media_version: version } = attempt;
  if (!ladder?.storyboard) return undefined;
  const name = imagePlaylistOf(groupPlaylist);
  const playlist =
    name === undefined ? undefined : await renditions.readText(tierFileKey(contentId, version, '480', name));
  const sheets = playlist === undefined ? [] : readSheets(playlist, ladder.storyboard);
  const exists = await Promise.all(
    sheets.map(({ file }) => renditions.has(tierFileKey(contentId, version, '480', file))),
  );
  const missing = sheets.filter((_sheet, index) => !exists[index]).map(({ file }) => file);
  const remaining = sheets.length - missing.length;
  if (remaining === 0)
    return { sheets: 0, reason: missing.length > 0 ? sheetsMissingReason(missing, sheets.length) : NO_SHEETS_REASON };
  await renditions.writeCues(
    storyboardKey(contentId, version),
    storyboardCues(ladder.storyboard, sheets, duration, missing),
  );
  return { sheets: remaining, ...(missing.length > 0 ? { reason: sheetsMissingReason(missing, sheets.length) } : {}) };
};
