import type { EditorSegment } from '../../contract/content/transcript-editing.ts';
import type { SegmentChange } from '../../data/transcripts/transcript-edits.ts';
import { AppError } from '../../domain/app-error.ts';
import type { ActBy } from '../../domain/audit/act.ts';
import type { StoredSegment } from '../../domain/transcripts/stored.ts';
import type { TranscriptDeps } from './deps.ts';
import type { FoundSegment } from './find-segment.ts';
import { editorSegment, namesOfEditors } from './views.ts';

const audited = ({ id, text, start_ms, end_ms, removed }: StoredSegment): object => ({
  segment: id,
  text,
  start_ms,
  end_ms,
  removed,
});

/**
 * Stores the next versions of segments, by the user who asked for them.
 * @throws AppError `version_conflict` when one of them or a neighbor changed since they were read
 */
export const saveChanges = async (
  deps: TranscriptDeps,
  { segments, segment }: FoundSegment,
  changes: readonly [SegmentChange, ...SegmentChange[]],
  by: ActBy,
): Promise<readonly EditorSegment[]> => {
  const now = new Date(deps.now()).toISOString();
  const { userId } = by.actor;
  const act = {
    ...by,
    action: 'content.transcript-edited',
    targetId: segment.content_id,
    before: { segments: changes.flatMap(({ before }) => (before ? [audited(before)] : [])) },
    after: { segments: changes.map(({ after }) => audited(after)) },
  } as const;
  if (!(await deps.edits.saveEdit({ segments, changes, userId, now, act }))) throw new AppError('version_conflict');
  const saved = changes.map(({ after }) => ({ ...after, edited_at: now, edited_by: userId }));
  const names = await namesOfEditors(deps, saved);
  return saved.map((one) => editorSegment(one, names));
};
