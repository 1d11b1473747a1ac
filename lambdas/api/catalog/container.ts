import { ulid } from 'ulid';
import { createCategoryRepository } from '../../data/content/category-repository.ts';
import { createContentRepository } from '../../data/content/content-repository.ts';
import { createCreatorRepository } from '../../data/content/creator-repository.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import type { Logger } from '../../domain/logger.ts';
import { createEventBus } from '../../platform/messages/event-bus.ts';
import { createParameters } from '../../platform/parameters.ts';
import { createFindings } from './read-findings.ts';
import { createAnalysisResultRepository } from '../../data/analysis/result-repository.ts';
import { createCorrectionRepository } from '../../data/analysis/correction-repository.ts';
import { createTranscriptRepository } from '../../data/transcripts/transcript-repository.ts';
import { createCreatorOwners } from './creator-owners.ts';
import type { Env } from './env.ts';
import { catalogRoutes } from './routes.ts';
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
    ({ table, rights }) => {
      const creators = createCreatorRepository(table, logger);
      return catalogRoutes({
        content: createContentRepository(table, { cursors: createPaging(env, parameters), logger }),
        categories: createCategoryRepository(table, logger),
        creators,
        ownerOf: createCreatorOwners(creators),
        readStorage: createStorageLocation(env, process.env['AWS_REGION'], parameters),
        readFindings: createFindings({
          results: createAnalysisResultRepository(table),
          corrections: createCorrectionRepository(table),
          transcripts: createTranscriptRepository(table, (count) =>
            logger.error('Corrupt segments were skipped', { count }),
          ),
          logger,
        }),
        publicCatalog: isCatalogPublic(env),
        accountExists: async (userId) => (await rights.read(userId)) !== undefined,
        events: createEventBus(),
        logger,
        newId: ulid,
        now: () => new Date().toISOString(),
      });
    },
    visitorAccess(env, parameters),
  );
};
