import { AppError } from '../../domain/app-error.ts';
import type { ActBy } from '../../domain/audit/act.ts';
import type { Content } from '../../domain/content/content.ts';
import { editSegment, type SegmentEdit } from '../../domain/transcripts/edits.ts';
import type { EditorSegment } from '../../contract/content/transcript-editing.ts';
import type { StoredSegment } from '../../domain/transcripts/stored.ts';
import type { TranscriptDeps } from './deps.ts';
import type { FoundSegment } from './find-segment.ts';
import { saveChanges } from './save-changes.ts';

/** Timed words are those of the text, so that they last until the text or its start changes. */
const withWords = (before: StoredSegment, after: StoredSegment): StoredSegment => {
  const { words: _words, ...wordless } = after;
  return before.text === after.text && before.start_ms === after.start_ms ? after : wordless;
};

/**
 * Stores an edit of a segment as its next version.
 * @throws AppError `version_conflict` when the segment or a neighbor changed since, `validation_failed` for a bad edit
 */
export const saveSegment = async (
  deps: TranscriptDeps,
  { duration }: Content,
  found: FoundSegment,
  edit: SegmentEdit & { readonly version: number },
  by: ActBy,
): Promise<{ segment: EditorSegment }> => {
  const { version, ...changes } = edit;
  const { segments, segment: before } = found;
  if (version !== before.version) throw new AppError('version_conflict');
  const durationMs = duration === null ? null : Math.ceil(duration * 1000);
  const after = withWords(before, { ...before, ...editSegment(segments, before, changes, durationMs) });
  const [segment] = await saveChanges(deps, found, [{ before, after }], by);
  if (!segment) throw new Error('No segment was saved');
  return { segment };
};
