import { DeleteObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { createAnalysisResultRepository } from '../../data/analysis/result-repository.ts';
import { createCaptionsRepository } from '../../data/content/captions-repository.ts';
import { createContentRecords } from '../../data/content/content-records.ts';
import { sourcesReader } from '../../data/conversion/conversion-history.ts';
import { createConversionRepository } from '../../data/conversion/conversion-repository.ts';
import { createStepRepository } from '../../data/pipeline/step-repository.ts';
import { createTable } from '../../data/table/table.ts';
import { createTranscriptRepository } from '../../data/transcripts/transcript-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import { stageAnalysisOf } from '../../domain/pipeline/stage.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { clientSettings } from '../../platform/client-settings.ts';
import { createEventBus } from '../../platform/messages/event-bus.ts';
import { createRenditionStore } from '../../platform/storage/stored-objects.ts';
import type { Env } from './env.ts';
import { parseMessage } from './message.ts';
import { processCaptions } from './process-captions.ts';

/** Composes the worker. */
export const createHandler = (env: Env, logger: Logger) => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const s3 = new S3Client(clientSettings);
  const bus = createEventBus();
  const steps = createStepRepository(table);
  const deps = {
    content: createContentRecords(table),
    captions: createCaptionsRepository(table),
    transcripts: createTranscriptRepository(table, (count) =>
      logger.error('Corrupt segments left out of a transcript', { count }),
    ),
    results: createAnalysisResultRepository(table),
    writeCues: createRenditionStore(s3, env.MEDIA_BUCKET).writeCues,
    removeFile: async (key: string) =>
      void (await s3.send(new DeleteObjectCommand({ Bucket: env.MEDIA_BUCKET, Key: key }))),
    steps,
    createRun: steps.create,
    publish: bus.publish,
    readSources: sourcesReader(createConversionRepository(table), { now: Date.now, stage: stageAnalysisOf(env) }),
    removeAgain: (contentId: string) => bus.publish('ContentDeleted.v1', { contentId }),
    logger,
    now: Date.now,
  };
  return (event: unknown): Promise<void> => processCaptions(deps, parseMessage(event));
};
