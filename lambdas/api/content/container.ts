import { S3Client } from '@aws-sdk/client-s3';
import { ulid } from 'ulid';
import { createCaptionsRepository } from '../../data/content/captions-repository.ts';
import { createCategoryRepository } from '../../data/content/category-repository.ts';
import { createContentList } from '../../data/content/content-list.ts';
import { createContentRepository } from '../../data/content/content-repository.ts';
import { createConversionRepository } from '../../data/conversion/conversion-repository.ts';
import { createCreatorRepository } from '../../data/content/creator-repository.ts';
import { readSettings } from '../../data/admin/settings-entity.ts';
import { createUploadRepository } from '../../data/conversion/upload-repository.ts';
import { createVerdictRepository } from '../../data/safety/safety-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import { stageAnalysisOf } from '../../domain/pipeline/stage.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import { clientSettings } from '../../platform/client-settings.ts';
import { createEventBus } from '../../platform/messages/event-bus.ts';
import { createParameters } from '../../platform/parameters.ts';
import { createStillStore } from '../../platform/storage/still-store.ts';
import { createRenditionStore } from '../../platform/storage/stored-objects.ts';
import type { Env } from './env.ts';
import { createFileReview } from './file-review.ts';
import { contentRoutes } from './routes.ts';
import { createScriptParts } from './script-parts.ts';
import { apiFunction } from '../api-function.ts';
import { createPaging } from '../paging.ts';
import { createStorageLocation } from '../storage-location.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(env, logger, ({ table }) => {
    const parameters = createParameters();
    const paged = { cursors: createPaging(env, parameters), logger };
    const creators = createCreatorRepository(table, logger);
    const conversions = createConversionRepository(table);
    const events = createEventBus();
    const stage = stageAnalysisOf(env);
    return contentRoutes({
      content: createContentRepository(table, paged),
      list: createContentList(table, paged),
      categories: createCategoryRepository(table, logger),
      creators,
      uploads: createUploadRepository(table, creators),
      conversions,
      ...createFileReview(table, { conversions, quota: creators, events, stage }),
      ...createScriptParts(table, { conversions, events, stage }),
      verdicts: createVerdictRepository(table),
      readSettings: () => readSettings(table),
      stills: createStillStore({
        bucket: env.MEDIA_BUCKET,
        readDistribution: () => parameters.read(env.DISTRIBUTION_PARAMETER),
      }),
      captions: createCaptionsRepository(table),
      writeCues: createRenditionStore(new S3Client(clientSettings), env.MEDIA_BUCKET).writeCues,
      readStorage: createStorageLocation(env, process.env['AWS_REGION'], parameters),
      newId: ulid,
      events,
      logger,
      now: () => new Date().toISOString(),
    });
  });
