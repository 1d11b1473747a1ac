import { segmentEntity, transcriptEntity } from '../../lambdas/data/transcripts/transcript-entities.ts';
import type { StoredItem } from '../../lambdas/data/table/entity.ts';

/** Milliseconds between the starts of two sentences. */
const STEP_MS = 4000;

/**
 * The stored items of a transcript with these sentences, one each four seconds: segments first, as the product stores
 * them.
 */
export const someTranscript = (
  contentId: string,
  versionId: string,
  texts: readonly string[],
  revision = 0,
): readonly StoredItem[] => {
  const inSet = { content_id: contentId, set: 'set-1', edited_at: null, edited_by: null };
  return [
    ...texts.map((text, index) =>
      segmentEntity.toItem({
        ...inSet,
        id: `s${String(index + 1).padStart(5, '0')}`,
        start_ms: index * STEP_MS,
        end_ms: (index + 1) * STEP_MS - 1000,
        text,
        version: revision,
        removed: false,
      }),
    ),
    transcriptEntity.toItem({
      ...inSet,
      version_id: versionId,
      source: 'machine',
      language: 'en-US',
      revision,
      rev: revision + 1,
      segment_count: texts.length,
      created_at: '2026-02-01T00:00:00.000Z',
    }),
  ];
};
