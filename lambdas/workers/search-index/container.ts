import { setTimeout } from 'node:timers/promises';
import { createContentLookup } from '../../data/content/content-lookup.ts';
import { createTranscriptRepository } from '../../data/transcripts/transcript-repository.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import type { IndexName } from '../../domain/search/document.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { batchTogether, type BatchHandler } from '../../platform/messages/batch.ts';
import { createSearchStore } from '../../platform/storage/search-store.ts';
import type { Env } from './env.ts';
import { indexContent } from './index-content.ts';
import { indexSpeech } from './index-speech.ts';
import { parseMessage, type IndexTask } from './message.ts';

/** Composes the worker. */
export const createHandler = (env: Env, logger: Logger): BatchHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const indexOf = (name: IndexName) => ({
    store: createSearchStore(env.SEARCH_BUCKET, name),
    sleep: (ms: number) => setTimeout(ms),
    random: Math.random,
  });
  const content = createContentLookup(table, logger);
  const items = {
    content,
    indexes: (['published', 'staff'] as const).map((audience) => ({ audience, ...indexOf(audience) })),
    logger,
  };
  const transcripts = createTranscriptRepository(table, (count) =>
    logger.error('Corrupt segments left out of the speech index', { count }),
  );
  const speech = { content, transcripts, index: indexOf('speech'), logger };
  const indexAll = async (tasks: readonly IndexTask[]): Promise<void> => {
    const idsOf = (some: readonly IndexTask[]) => some.map(({ contentId }) => contentId);
    // Titles first: they must be found within seconds of their publication.
    await indexContent(items, idsOf(tasks.filter(({ item }) => item)));
    await indexSpeech(speech, idsOf(tasks));
  };
  return batchTogether(parseMessage, indexAll, logger);
};
