import { isDeepStrictEqual } from 'node:util';
import type { ContentLookup } from '../../data/content/content-lookup.ts';
import type { TranscriptRepository } from '../../data/transcripts/transcript-repository.ts';
import type { Content } from '../../domain/content/content.ts';
import type { Logger } from '../../domain/logger.ts';
import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { documentOf } from '../../domain/search/document.ts';
import type { SearchChange } from '../../domain/search/head.ts';
import { sentencesOf } from '../../domain/search/speech/sentences.ts';
import { addChanges, type UpdateDeps } from '../../domain/search/update-index.ts';

/** Dependencies of the index of sentences. */
export interface SpeechIndexDeps {
  readonly content: ContentLookup;
  readonly transcripts: Pick<TranscriptRepository, 'read' | 'readHead'>;
  readonly index: UpdateDeps;
  readonly logger: Logger;
}

/** What decides about the sentences of an item: its own document and the revision of its transcript. */
const stateOf = async ({ content, transcripts }: SpeechIndexDeps, ids: readonly string[]): Promise<unknown> => {
  const found = await content.getMany(ids, { consistent: true });
  return Promise.all(
    ids.map(async (id) => {
      const item = found.get(id);
      const document = item && documentOf(item);
      const head = document && (await transcripts.readHead(id));
      return [document, item?.source_version_id, head?.set, head?.revision, head?.version_id];
    }),
  );
};

const sentencesIn = async ({ transcripts }: SpeechIndexDeps, item: Content | undefined) => {
  if (!item || !documentOf(item)) return [];
  const stored = await transcripts.read(item.id);
  // The transcript of a replaced file has the times of that file.
  return stored?.transcript.version_id === item.source_version_id ? sentencesOf(item, stored?.segments ?? []) : [];
};

/**
 * Updates the index of sentences for these items. As with titles, a slow worker could overwrite a newer state, so it
 * compares the state again after writing, and repeats until nothing has changed.
 */
export const indexSpeech = async (deps: SpeechIndexDeps, ids: readonly string[]): Promise<void> => {
  const unique = [...new Set(ids)];
  if (unique.length === 0) return;
  await optimistic(async () => {
    const before = await stateOf(deps, unique);
    const found = await deps.content.getMany(unique, { consistent: true });
    const changes: SearchChange[] = [];
    for (const id of unique) changes.push({ id, documents: [...(await sentencesIn(deps, found.get(id)))] });
    await addChanges(deps.index, changes);
    return isDeepStrictEqual(await stateOf(deps, unique), before) ? undefined : RETRY;
  });
  deps.logger.info('Speech index updated', { count: unique.length });
};
