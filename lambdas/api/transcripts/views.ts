import type { EditorSegment } from '../../contract/content/transcript-editing.ts';
import type { StoredSegment, TranscriptInSet } from '../../domain/transcripts/stored.ts';
import type { TranscriptDeps } from './deps.ts';

type Edited = Pick<StoredSegment, 'edited_at' | 'edited_by'>;

/** Looks up the names of the users who edited these. */
export const namesOfEditors = async (
  { profiles }: Pick<TranscriptDeps, 'profiles'>,
  edited: readonly Edited[],
): Promise<(of: Edited) => { edited_at: string | null; edited_by_name: string | null }> => {
  const ids = edited.flatMap(({ edited_by: id }) => id ?? []);
  const names = ids.length === 0 ? new Map<string, string>() : await profiles.namesOf(ids);
  return ({ edited_at, edited_by }) => ({
    edited_at,
    edited_by_name: (edited_by !== null && names.get(edited_by)) || null,
  });
};

type Names = Awaited<ReturnType<typeof namesOfEditors>>;

/** A segment as editors see it. */
export const editorSegment = (
  { id, start_ms, end_ms, text, words, version, removed, ...edited }: StoredSegment,
  names: Names,
): EditorSegment => ({ id, start_ms, end_ms, text, ...(words ? { words } : {}), version, removed, ...names(edited) });

/** A transcript as editors see it. */
export const editorSummary = (
  { set, language, source, created_at, segment_count, ...edited }: TranscriptInSet,
  names: Names,
) => ({ set, language, source, created_at, segment_count, ...names(edited) });
