import { S3Client } from '@aws-sdk/client-s3';
import { readSettings } from '../../data/admin/settings-entity.ts';
import { createBudgetRepository } from '../../data/analysis/budget-repository.ts';
import { createAnalysisResultRepository } from '../../data/analysis/result-repository.ts';
import { createAttemptRepository } from '../../data/conversion/attempt-repository.ts';
import { sourcesReader } from '../../data/conversion/conversion-history.ts';
import { createConversionRepository } from '../../data/conversion/conversion-repository.ts';
import { createStepRepository } from '../../data/pipeline/step-repository.ts';
import { createTable } from '../../data/table/table.ts';
import { createTranscriptRepository } from '../../data/transcripts/transcript-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import { stageAnalysisOf } from '../../domain/pipeline/stage.ts';
import { createAnalysisStore } from '../../platform/storage/analysis-store.ts';
import { createFrameAnalyzer, createTextAnalyzer } from '../../platform/analyzers.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { batchFunction, type BatchHandler } from '../../platform/messages/batch.ts';
import { clientSettings } from '../../platform/client-settings.ts';
import { createEventBus } from '../../platform/messages/event-bus.ts';
import type { Env } from './env.ts';
import { parseMessage } from './message.ts';
import { runAnalysis } from './run-analysis.ts';
import { topicAnalyzer } from './topic-analyzer.ts';

/** Composes the worker. */
export const createHandler = (env: Env, logger: Logger): BatchHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const bus = createEventBus();
  const steps = createStepRepository(table);
  const stage = stageAnalysisOf(env);
  const conversions = createConversionRepository(table);
  const readLimits = async () => {
    const settings = await readSettings(table);
    return { title: settings.analysis_budget_title_usd, month: settings.analysis_budget_month_usd };
  };
  const deps = {
    steps,
    createRun: steps.create,
    publish: bus.publish,
    readSources: sourcesReader(conversions, { now: Date.now, stage }),
    removeAgain: (contentId: string) => bus.publish('ContentDeleted.v1', { contentId }),
    attempts: createAttemptRepository(table),
    results: createAnalysisResultRepository(table),
    transcripts: createTranscriptRepository(table, (count) =>
      logger.error('Corrupt segments were skipped in the analysis', { count }),
    ),
    outputs: createAnalysisStore(new S3Client(clientSettings), env.MEDIA_BUCKET),
    budget: createBudgetRepository(table, { readLimits, now: Date.now }),
    frames: stage.frames ? createFrameAnalyzer(env.MEDIA_BUCKET) : undefined,
    text: stage.text ? createTextAnalyzer() : undefined,
    topics: topicAnalyzer(env),
    textModelVersion: env.TEXT_MODEL_VERSION,
    logger,
    now: Date.now,
  };
  return batchFunction(parseMessage, (ids) => runAnalysis(deps, ids), logger);
};
