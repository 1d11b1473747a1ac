import { S3Client } from '@aws-sdk/client-s3';
import { auditRecorder } from '../../data/admin/audit-recorder.ts';
import { createCdnRecordRepository } from '../../data/content/cdn-record-repository.ts';
import { createContentRepository } from '../../data/content/content-repository.ts';
import { createAttemptRepository } from '../../data/conversion/attempt-repository.ts';
import { createConversionRepository } from '../../data/conversion/conversion-repository.ts';
import { parseDeclared } from '../../domain/delivery/declared.ts';
import type { Logger } from '../../domain/logger.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import { clientSettings } from '../../platform/client-settings.ts';
import { createBucketSettings } from '../../platform/delivery/bucket-settings.ts';
import { createStageDistribution } from '../../platform/delivery/stage-distribution.ts';
import { createEventBus } from '../../platform/messages/event-bus.ts';
import { createParameters } from '../../platform/parameters.ts';
import { createRenditionStore } from '../../platform/storage/stored-objects.ts';
import { apiFunction } from '../api-function.ts';
import { createPaging } from '../paging.ts';
import type { Env } from './env.ts';
import { createProbes } from './probes.ts';
import { deliveryToolsRoutes } from './routes.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(env, logger, ({ table }) => {
    const parameters = createParameters();
    const s3 = new S3Client(clientSettings);
    const settings = createBucketSettings(s3);
    const distribution = createStageDistribution(() => parameters.read(env.DISTRIBUTION_PARAMETER));
    const content = createContentRepository(table, { cursors: createPaging(env, parameters), logger });
    const readDeclared = async () => parseDeclared(await parameters.read(env.DECLARED_PARAMETER));
    return deliveryToolsRoutes({
      content,
      records: createCdnRecordRepository(table),
      conversions: createConversionRepository(table),
      attempts: createAttemptRepository(table),
      events: createEventBus(),
      settings,
      readDeclared,
      distribution,
      renditions: createRenditionStore(s3, env.MEDIA_BUCKET),
      probes: createProbes({
        content,
        settings,
        readDeclared,
        distribution,
        // Clients without a cache: a cached value would say nothing about SSM.
        readParameter: () => createParameters().read(env.DISTRIBUTION_PARAMETER),
      }),
      recordAct: auditRecorder(table),
      logger,
      now: Date.now,
    });
  });
