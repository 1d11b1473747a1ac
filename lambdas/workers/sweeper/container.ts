import { S3Client } from '@aws-sdk/client-s3';
import { createAttemptRepository } from '../../data/conversion/attempt-repository.ts';
import { createContentRecords } from '../../data/content/content-records.ts';
import { createConversionRepository } from '../../data/conversion/conversion-repository.ts';
import { createCreatorRepository } from '../../data/content/creator-repository.ts';
import { createLeftoverRepository } from '../../data/conversion/leftover-repository.ts';
import { createRemovalRepository } from '../../data/content/removal-repository.ts';
import { createStepRepository } from '../../data/pipeline/step-repository.ts';
import { createTable } from '../../data/table/table.ts';
import { createUploadRepository } from '../../data/conversion/upload-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { clientSettings } from '../../platform/client-settings.ts';
import { createConverter } from '../../platform/converter.ts';
import { createEventBus } from '../../platform/messages/event-bus.ts';
import { removeVersions } from '../../platform/storage/stored-objects.ts';
import { createUploadStore } from '../../platform/storage/upload-store.ts';
import type { Env } from './env.ts';
import { sweep } from './sweep.ts';

/** Composes the worker. It ignores the schedule's event. */
export const createHandler = (env: Env, logger: Logger): (() => Promise<void>) => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const s3 = new S3Client(clientSettings);
  const deps = {
    uploads: createUploadRepository(table, createCreatorRepository(table, logger)),
    attempts: createAttemptRepository(table),
    conversions: createConversionRepository(table),
    content: createContentRecords(table),
    steps: createStepRepository(table),
    leftovers: createLeftoverRepository(table),
    removals: createRemovalRepository(table),
    store: createUploadStore(s3, env.UPLOADS_BUCKET),
    removeSources: (prefix: string) => removeVersions(s3, env.UPLOADS_BUCKET, prefix),
    removeRenditions: (prefix: string) => removeVersions(s3, env.MEDIA_BUCKET, prefix),
    converter: createConverter(),
    events: createEventBus(),
    logger,
    now: Date.now,
  };
  return () => sweep(deps);
};
