import type { Logger } from '../../domain/logger.ts';
import type { StoredSentence } from '../../domain/search/speech/current-sentences.ts';
import type { SentenceKey } from '../../domain/search/speech/sentences.ts';
import { shown } from '../../domain/transcripts/stored.ts';
import { parseList, type Table } from '../table/table.ts';
import { segmentEntity, transcriptEntity } from './transcript-entities.ts';

/** Reads single sentences. Numbers refer to access-patterns.md. */
export interface SentenceLookup {
  getMany(keys: readonly SentenceKey[]): Promise<(key: SentenceKey) => StoredSentence | undefined>;
}

const nameOf = (contentId: string, segmentId: string): string => `${contentId}/${segmentId}`;

export const createSentenceLookup = (table: Table, logger: Logger): SentenceLookup => ({
  /**
   * AT12. Sentences by content item and id, as the current transcripts say; without those that a user removed. 0.5 RRU
   * for each content item and each sentence.
   */
  async getMany(keys) {
    const onBad = (count: number): void => logger.error('Corrupt transcripts left out of a search', { count });
    const ids = [...new Set(keys.map(({ contentId }) => contentId))];
    const heads = parseList(
      transcriptEntity,
      await table.getMany(ids.map((content_id) => transcriptEntity.key({ content_id }))),
      onBad,
    );
    const current = new Map(heads.map((head) => [head.content_id, head]));
    const segmentKeys = keys.flatMap(({ contentId, segmentId }) => {
      const head = current.get(contentId);
      return head ? segmentEntity.key({ content_id: contentId, set: head.set, id: segmentId }) : [];
    });
    const segments = shown(parseList(segmentEntity, await table.getMany(segmentKeys), onBad));
    const found = new Map(segments.map((segment) => [nameOf(segment.content_id, segment.id), segment]));
    return ({ contentId, segmentId }) => {
      const segment = found.get(nameOf(contentId, segmentId));
      const head = current.get(contentId);
      return segment && head && { ...segment, version_id: head.version_id };
    };
  },
});
