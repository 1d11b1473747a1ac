import { createHash } from 'node:crypto';
import { automaticLabel, withAutomatic, type StoredCaptions } from '../../domain/captions/captions.ts';
import type { TranscriptSource } from '../../domain/analysis/transcript.ts';
import { captionsKey } from '../../domain/media/layout.ts';
import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { toVtt } from '../../domain/transcripts/formats.ts';
import type { CaptionsDeps } from './deps.ts';

/** The captions that an item has now, or why it has none. */
export type WrittenCaptions =
  { readonly id: string; readonly cues: number; readonly source: TranscriptSource } | { readonly reason: string };

const NO_TRANSCRIPT = 'The title has no transcript.';
/** Why an item has none that was deleted. */
export const GONE = 'The title no longer exists.';
const TAKEN = 'The title has captions in this language that someone uploaded. They are never replaced.';

const ID_LENGTH = 26;

/** The id of a caption file, from its text: an unchanged transcript keeps its file. */
const idOf = (file: string, label: string): string =>
  `auto-${createHash('sha256').update(label).update(file).digest('hex').slice(0, ID_LENGTH)}`;

/**
 * Writes the automatic captions of an item from its transcript, unless they are the same already. Removes those of an
 * earlier transcript. Stores with the item whether it has a transcript, so that the player offers it. Can be repeated,
 * and run by several workers at once: the last one to read wins.
 */
export const writeCaptions = (deps: CaptionsDeps, contentId: string): Promise<WrittenCaptions> =>
  optimistic<WrittenCaptions>(async () => {
    const content = await deps.content.get(contentId, { consistent: true });
    if (!content || content.deleted_at !== undefined) return { reason: GONE };
    const stored = await deps.transcripts.read(contentId);
    const { transcript, segments = [] } = stored ?? {};
    const before = content.captions ?? [];
    let added: StoredCaptions | undefined;
    if (transcript && segments.length > 0) {
      const { language } = transcript;
      const label = automaticLabel(language, transcript.source === 'machine' && transcript.edited_at === null);
      const file = toVtt(segments);
      added = { id: idOf(file, label), language, label, automatic: true };
      const id = added.id;
      if (!before.some((track) => track.id === id) && withAutomatic(before, added))
        await deps.writeCues(captionsKey(contentId, id), file);
    }
    const after = withAutomatic(before, added) ?? withAutomatic(before, undefined) ?? [];
    const hasTranscript = added !== undefined;
    if (JSON.stringify(after) !== JSON.stringify(before) || hasTranscript !== (content.has_transcript === true)) {
      const changed = { captions: after, has_transcript: hasTranscript };
      const isSaved = await deps.captions.saveAutomatic(content, changed, new Date(deps.now()).toISOString());
      if (!isSaved) return RETRY;
      for (const { id } of before.filter((track) => !after.some((other) => other.id === track.id)))
        await deps.removeFile(captionsKey(contentId, id));
    }
    if (!added || !transcript) return { reason: NO_TRANSCRIPT };
    const { id } = added;
    return after.some((track) => track.id === id)
      ? { id, cues: segments.length, source: transcript.source }
      : { reason: TAKEN };
  });
