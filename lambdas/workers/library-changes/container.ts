import { createContentRecords } from '../../data/content/content-records.ts';
import { createHistoryCleaner } from '../../data/history/history-cleaner.ts';
import { createLibraryItemRepository } from '../../data/library/library-item-repository.ts';
import { createPlaylistCleaner } from '../../data/library/playlist-cleaner.ts';
import { createPlaylistOwnerRepository } from '../../data/library/playlist-owner-repository.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { batchFunction, type BatchHandler } from '../../platform/messages/batch.ts';
import type { Env } from './env.ts';
import { followChanges } from './follow-changes.ts';
import { parseMessage } from './message.ts';

/** Composes the worker. */
export const createHandler = (env: Env, logger: Logger): BatchHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const deps = {
    content: createContentRecords(table),
    libraryItems: createLibraryItemRepository(table),
    cleaner: createPlaylistCleaner(table),
    owners: createPlaylistOwnerRepository(table),
    histories: createHistoryCleaner(table),
    now: () => new Date().toISOString(),
  };
  return batchFunction(parseMessage, (message) => followChanges(deps, message), logger);
};
