import { S3Client } from '@aws-sdk/client-s3';
import { readSettings } from '../../data/admin/settings-entity.ts';
import { createAttemptRepository } from '../../data/conversion/attempt-repository.ts';
import { createContentRecords } from '../../data/content/content-records.ts';
import { sourcesReader } from '../../data/conversion/conversion-history.ts';
import { createConversionRepository } from '../../data/conversion/conversion-repository.ts';
import { createStepRepository } from '../../data/pipeline/step-repository.ts';
import { createTable } from '../../data/table/table.ts';
import type { Content } from '../../domain/content/content.ts';
import { syncStills } from '../../domain/content/sync-stills.ts';
import type { Logger } from '../../domain/logger.ts';
import { stageAnalysisOf } from '../../domain/pipeline/stage.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { clientSettings } from '../../platform/client-settings.ts';
import { batchFunction, type BatchHandler } from '../../platform/messages/batch.ts';
import { createEventBus } from '../../platform/messages/event-bus.ts';
import { createParameters } from '../../platform/parameters.ts';
import { createStillStore } from '../../platform/storage/still-store.ts';
import { createRenditionStore } from '../../platform/storage/stored-objects.ts';
import type { Env } from './env.ts';
import { followJob } from './follow-job.ts';
import { parseMessage } from './message.ts';
import { rewritePlaylists } from './rewrite-playlists.ts';

/** Composes the worker. */
export const createHandler = (env: Env, logger: Logger): BatchHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const parameters = createParameters();
  const bus = createEventBus();
  const content = createContentRecords(table);
  const stills = createStillStore({
    bucket: env.MEDIA_BUCKET,
    readDistribution: () => parameters.read(env.DISTRIBUTION_PARAMETER),
  });
  const conversions = createConversionRepository(table);
  const steps = createStepRepository(table);
  const deps = {
    attempts: createAttemptRepository(table),
    conversions,
    content,
    steps,
    createRun: steps.create,
    publish: bus.publish,
    readSources: sourcesReader(conversions, { now: Date.now, stage: stageAnalysisOf(env) }),
    readSettings: () => readSettings(table),
    renditions: createRenditionStore(new S3Client(clientSettings), env.MEDIA_BUCKET),
    syncStills: (changed: Content) => syncStills({ content, stills, logger }, changed),
    removeAgain: (contentId: string) => bus.publish('ContentDeleted.v1', { contentId }),
    logger,
    now: Date.now,
  };
  return batchFunction(
    parseMessage,
    (message) => (message.kind === 'job' ? followJob(deps, message) : rewritePlaylists(deps, message.ids)),
    logger,
  );
};
