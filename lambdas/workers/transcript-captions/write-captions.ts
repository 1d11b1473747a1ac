import type { TranscriptSource } from '../../domain/analysis/transcript.ts';
import { automaticCaptions } from '../../domain/captions/automatic.ts';
import { withAutomatic } from '../../domain/captions/captions.ts';
import { captionsKey } from '../../domain/media/layout.ts';
import { optimistic, RETRY } from '../../domain/optimistic.ts';
import type { CaptionsDeps } from './deps.ts';

/** The captions that an item has now, or why it has none. */
export type WrittenCaptions =
  { readonly id: string; readonly cues: number; readonly source: TranscriptSource } | { readonly reason: string };

/** Why an item has none that was deleted. */
export const GONE = 'The title no longer exists.';
const TAKEN = 'The title has captions in this language that someone uploaded. They are never replaced.';

/**
 * Writes the automatic captions of an item from its transcript, unless they are the same already. Removes those of an
 * earlier transcript or file. Stores with the item whether it has a transcript, so that the player offers it. Can be
 * repeated, and run by several workers at once: the last one to read wins.
 */
export const writeCaptions = (deps: CaptionsDeps, contentId: string): Promise<WrittenCaptions> =>
  optimistic<WrittenCaptions>(async () => {
    const content = await deps.content.get(contentId, { consistent: true });
    if (!content || content.deleted_at !== undefined) return { reason: GONE };
    const made = automaticCaptions(content, await deps.transcripts.read(contentId));
    const added = 'track' in made ? made.track : undefined;
    const before = content.captions ?? [];
    if ('track' in made && !before.some(({ id }) => id === made.track.id) && withAutomatic(before, added))
      await deps.writeCues(captionsKey(contentId, made.track.id), made.file);
    const after = withAutomatic(before, added) ?? withAutomatic(before, undefined) ?? [];
    const hasTranscript = added !== undefined;
    if (JSON.stringify(after) !== JSON.stringify(before) || hasTranscript !== (content.has_transcript === true)) {
      const changed = { captions: after, has_transcript: hasTranscript };
      const isSaved = await deps.captions.saveAutomatic(content, changed, new Date(deps.now()).toISOString());
      if (!isSaved) return RETRY;
      for (const { id } of before.filter((track) => !after.some((other) => other.id === track.id)))
        await deps.removeFile(captionsKey(contentId, id));
    }
    if ('reason' in made) return made;
    const { id } = made.track;
    return after.some((track) => track.id === id) ? { id, cues: made.cues, source: made.source } : { reason: TAKEN };
  });
