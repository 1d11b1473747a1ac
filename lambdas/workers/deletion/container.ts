import { S3Client } from '@aws-sdk/client-s3';
import { createAttemptRepository } from '../../data/conversion/attempt-repository.ts';
import { createContentRecords } from '../../data/content/content-records.ts';
import { createConversionRepository } from '../../data/conversion/conversion-repository.ts';
import { createCreatorRepository } from '../../data/content/creator-repository.ts';
import { createDeliveryRepository } from '../../data/delivery/delivery-repository.ts';
import { createPlayStatisticsWriter } from '../../data/delivery/play-statistics-writer.ts';
import { createStepRepository } from '../../data/pipeline/step-repository.ts';
import { createTable } from '../../data/table/table.ts';
import { createLeftoverRepository } from '../../data/conversion/leftover-repository.ts';
import { createRemovalRepository } from '../../data/content/removal-repository.ts';
import { createUploadRepository } from '../../data/conversion/upload-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { clientSettings } from '../../platform/client-settings.ts';
import { batchFunction, type BatchHandler } from '../../platform/messages/batch.ts';
import { createConverter } from '../../platform/converter.ts';
import { createParameters } from '../../platform/parameters.ts';
import { createTranscriber } from '../../platform/speech/transcriber.ts';
import { createStillStore } from '../../platform/storage/still-store.ts';
import { dropUnfinished, removeVersions } from '../../platform/storage/stored-objects.ts';
import { createAnalysisRecords } from './analysis-records.ts';
import type { Env } from './env.ts';
import { parseMessage } from './message.ts';
import { removeContent } from './remove-content.ts';

/** Composes the worker. */
export const createHandler = (env: Env, logger: Logger): BatchHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const parameters = createParameters();
  const s3 = new S3Client(clientSettings);
  const deps = {
    content: createContentRecords(table),
    conversions: createConversionRepository(table),
    attempts: createAttemptRepository(table),
    steps: createStepRepository(table),
    uploads: createUploadRepository(table, createCreatorRepository(table, logger)),
    ...createAnalysisRecords(table, logger),
    leftovers: createLeftoverRepository(table),
    statistics: createPlayStatisticsWriter(table),
    delivery: createDeliveryRepository(table),
    converter: createConverter(),
    transcriber: createTranscriber(),
    stage: env.STAGE,
    stills: createStillStore({
      bucket: env.MEDIA_BUCKET,
      readDistribution: () => parameters.read(env.DISTRIBUTION_PARAMETER),
    }),
    dropUnfinished: (prefix: string) => dropUnfinished(s3, env.UPLOADS_BUCKET, prefix),
    removeSources: (prefix: string) => removeVersions(s3, env.UPLOADS_BUCKET, prefix),
    removeRenditions: (prefix: string) => removeVersions(s3, env.MEDIA_BUCKET, prefix),
    removals: createRemovalRepository(table),
    logger,
    now: Date.now,
  };
  return batchFunction(parseMessage, ({ contentId }) => removeContent(deps, contentId), logger);
};
