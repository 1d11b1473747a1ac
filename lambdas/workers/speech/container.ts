import { S3Client } from '@aws-sdk/client-s3';
import { readSettings } from '../../data/admin/settings-entity.ts';
import { createBudgetRepository } from '../../data/analysis/budget-repository.ts';
import { createAnalysisResultRepository } from '../../data/analysis/result-repository.ts';
import { createContentRecords } from '../../data/content/content-records.ts';
import { createAttemptRepository } from '../../data/conversion/attempt-repository.ts';
import { sourcesReader } from '../../data/conversion/conversion-history.ts';
import { createConversionRepository } from '../../data/conversion/conversion-repository.ts';
import { createStepRepository } from '../../data/pipeline/step-repository.ts';
import { createTable } from '../../data/table/table.ts';
import { createScriptRepository } from '../../data/transcripts/script-repository.ts';
import { createTranscriptRepository } from '../../data/transcripts/transcript-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import { stageAnalysisOf } from '../../domain/pipeline/stage.ts';
import { createAligner } from '../../platform/speech/aligner.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { clientSettings } from '../../platform/client-settings.ts';
import { createEventBus } from '../../platform/messages/event-bus.ts';
import { createSoundStore } from '../../platform/speech/sound-store.ts';
import { createTranscriber } from '../../platform/speech/transcriber.ts';
import { alignerParts } from './aligner-parts.ts';
import type { Env } from './env.ts';
import { parseMessage } from './message.ts';
import { processSpeech } from './process-speech.ts';

/** Composes the worker. */
export const createHandler = (env: Env, logger: Logger) => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const [bus, steps] = [createEventBus(), createStepRepository(table)];
  const readLimits = async () => {
    const settings = await readSettings(table);
    return { title: settings.analysis_budget_title_usd, month: settings.analysis_budget_month_usd };
  };
  const deps = {
    attempts: createAttemptRepository(table),
    content: createContentRecords(table),
    scripts: createScriptRepository(table),
    transcripts: createTranscriptRepository(table, (count) => logger.error('Corrupt segments left out', { count })),
    results: createAnalysisResultRepository(table),
    budget: createBudgetRepository(table, { readLimits, now: Date.now }),
    sounds: createSoundStore(new S3Client(clientSettings), env.MEDIA_BUCKET),
    transcriber: createTranscriber(),
    loadAligner: (language: 'en' | 'fr') =>
      createAligner(alignerParts(process.env['LAMBDA_TASK_ROOT'] ?? '.'), language),
    transcribesMusic: async () => (await readSettings(table)).analysis_transcribe_music,
    provider: env.PROVIDER,
    languages: env.SPEECH_LANGUAGES.split(','),
    stage: env.STAGE,
    bucket: env.MEDIA_BUCKET,
    sourceBucket: env.UPLOADS_BUCKET,
    steps,
    createRun: steps.create,
    publish: bus.publish,
    readSources: sourcesReader(createConversionRepository(table), { now: Date.now, stage: stageAnalysisOf(env) }),
    removeAgain: (contentId: string) => bus.publish('ContentDeleted.v1', { contentId }),
    logger,
    now: Date.now,
  };
  return (event: unknown): Promise<void> => processSpeech(deps, parseMessage(event));
};
