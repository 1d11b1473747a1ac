import { S3Client } from '@aws-sdk/client-s3';
import { readSettings } from '../../data/admin/settings-entity.ts';
import { createAttemptRepository } from '../../data/conversion/attempt-repository.ts';
import { sourcesReader } from '../../data/conversion/conversion-history.ts';
import { createConversionRepository } from '../../data/conversion/conversion-repository.ts';
import { createCreatorRepository } from '../../data/content/creator-repository.ts';
import { createRightsRepository } from '../../data/people/rights-repository.ts';
import { createStepRepository } from '../../data/pipeline/step-repository.ts';
import { createTable } from '../../data/table/table.ts';
import { createUploadRepository } from '../../data/conversion/upload-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import { stageAnalysisOf } from '../../domain/pipeline/stage.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { clientSettings } from '../../platform/client-settings.ts';
import { batchFunction, type BatchHandler } from '../../platform/messages/batch.ts';
import { createEventBus } from '../../platform/messages/event-bus.ts';
import { createConverter } from '../../platform/converter.ts';
import { createUploadStore } from '../../platform/storage/upload-store.ts';
import type { Env } from './env.ts';
import { ingest } from './ingest.ts';
import { parseMessage } from './message.ts';

/** Composes the worker. */
export const createHandler = (env: Env, logger: Logger): BatchHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const creators = createCreatorRepository(table, logger);
  const conversions = createConversionRepository(table);
  const stage = stageAnalysisOf(env);
  const deps = {
    uploads: createUploadRepository(table, creators),
    attempts: createAttemptRepository(table),
    conversions,
    readSources: sourcesReader(conversions, { now: Date.now, stage }),
    createRun: createStepRepository(table).create,
    publish: createEventBus().publish,
    rights: createRightsRepository(table),
    creators,
    store: createUploadStore(new S3Client(clientSettings), env.UPLOADS_BUCKET),
    readSettings: () => readSettings(table),
    converter: createConverter(),
    logger,
    settings: {
      uploadsBucket: env.UPLOADS_BUCKET,
      mediaBucket: env.MEDIA_BUCKET,
      roleArn: env.MEDIACONVERT_ROLE_ARN,
      hdrToSdr: env.HDR_TO_SDR,
      analysis: { speech: env.ANALYSIS_SPEECH !== 'off', frames: stage.frames },
      stage: env.STAGE,
    },
    now: Date.now,
  };
  return batchFunction(parseMessage, (message) => ingest(deps, message), logger);
};
