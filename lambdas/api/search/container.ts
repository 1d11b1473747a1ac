import { setTimeout } from 'node:timers/promises';
import { createContentLookup } from '../../data/content/content-lookup.ts';
import { createSentenceLookup } from '../../data/transcripts/sentence-lookup.ts';
import type { Logger } from '../../domain/logger.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import { createParameters } from '../../platform/parameters.ts';
import { createSearchStore } from '../../platform/storage/search-store.ts';
import type { Env } from './env.ts';
import type { IndexName } from '../../domain/search/document.ts';
import { createFreshIndex } from '../../domain/search/fresh-index.ts';
import type { OpenPacked } from '../../domain/search/open-search.ts';
import { createPackedIndex } from '../../domain/search/packed-index.ts';
import { createSentenceIndex } from '../../domain/search/speech/sentence-index.ts';
import { searchRoutes } from './routes.ts';
import { apiFunction } from '../api-function.ts';
import { createPaging } from '../paging.ts';
import { createStorageLocation } from '../storage-location.ts';
import { isCatalogPublic, visitorAccess } from '../visitors.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler => {
  const parameters = createParameters();
  return apiFunction(
    env,
    logger,
    ({ table }) => {
      const freshIndex = (name: IndexName, openPacked: OpenPacked) =>
        createFreshIndex({
          store: createSearchStore(env.SEARCH_BUCKET, name),
          openPacked,
          logger,
          now: Date.now,
          sleep: (ms) => setTimeout(ms),
        });
      return searchRoutes({
        index: freshIndex('published', createPackedIndex),
        staffIndex: freshIndex('staff', createPackedIndex),
        speechIndex: freshIndex('speech', createSentenceIndex),
        sentences: createSentenceLookup(table, logger),
        content: createContentLookup(table, logger),
        cursors: createPaging(env, parameters),
        readStorage: createStorageLocation(env, process.env['AWS_REGION'], parameters),
        publicCatalog: isCatalogPublic(env),
      });
    },
    visitorAccess(env, parameters),
  );
};
