import { readSettings } from '../../data/admin/settings-entity.ts';
import { createAnalysisResultRepository } from '../../data/analysis/result-repository.ts';
import { createContentRecords } from '../../data/content/content-records.ts';
import { saveContent } from '../../data/content/content-writes.ts';
import { sourcesReader } from '../../data/conversion/conversion-history.ts';
import { createConversionRepository } from '../../data/conversion/conversion-repository.ts';
import { createStepRepository } from '../../data/pipeline/step-repository.ts';
import { createEvaluationRepository } from '../../data/safety/evaluation-repository.ts';
import { readPolicy } from '../../data/safety/policy-entity.ts';
import { createVerdictRepository } from '../../data/safety/safety-repository.ts';
import { createTable } from '../../data/table/table.ts';
import { syncStills } from '../../domain/content/sync-stills.ts';
import type { Logger } from '../../domain/logger.ts';
import { stageAnalysisOf } from '../../domain/pipeline/stage.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { createEventBus } from '../../platform/messages/event-bus.ts';
import { createParameters } from '../../platform/parameters.ts';
import { createStillStore } from '../../platform/storage/still-store.ts';
import { applyPolicy } from './apply-policy.ts';
import type { SafetyWorkerDeps } from './deps.ts';
import type { Env } from './env.ts';
import { parseMessage } from './message.ts';
import { runSafety } from './run-safety.ts';

/** Composes the worker. */
export const createHandler = (env: Env, logger: Logger) => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const parameters = createParameters();
  const bus = createEventBus();
  const content = createContentRecords(table);
  const steps = createStepRepository(table);
  const stills = createStillStore({
    bucket: env.MEDIA_BUCKET,
    readDistribution: () => parameters.read(env.DISTRIBUTION_PARAMETER),
  });
  const deps: SafetyWorkerDeps = {
    content,
    steps,
    createRun: steps.create,
    publish: bus.publish,
    readSources: sourcesReader(createConversionRepository(table), { now: Date.now, stage: stageAnalysisOf(env) }),
    removeAgain: (contentId) => bus.publish('ContentDeleted.v1', { contentId }),
    results: createAnalysisResultRepository(table),
    verdicts: createVerdictRepository(table),
    evaluations: createEvaluationRepository(table),
    readPolicy: () => readPolicy(table),
    readSettings: () => readSettings(table),
    savePublication: (before, after) => saveContent(table, before, after, { more: [] }),
    syncStills: (changed) => syncStills({ content, stills, logger }, changed),
    logger,
    now: Date.now,
  };
  return (event: unknown): Promise<void> => {
    const message = parseMessage(event);
    return message.kind === 'step' ? runSafety(deps, message.ids) : applyPolicy(deps, message.page);
  };
};
