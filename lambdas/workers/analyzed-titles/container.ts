import { createCorrectionRepository } from '../../data/analysis/correction-repository.ts';
import { createAnalysisResultRepository } from '../../data/analysis/result-repository.ts';
import { createTitleIndexRepository } from '../../data/analysis/title-index-repository.ts';
import { createContentRecords } from '../../data/content/content-records.ts';
import { createConversionRepository } from '../../data/conversion/conversion-repository.ts';
import { createDecisiveRepository } from '../../data/safety/decisive-repository.ts';
import { createVerdictRepository } from '../../data/safety/safety-repository.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { stageAnalysisOf } from '../../domain/pipeline/stage.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { copyFindings } from './copy-findings.ts';
import type { Env } from './env.ts';
import { listTitle } from './list-title.ts';
import { parseMessage } from './message.ts';

/** Composes the worker. */
export const createHandler = (env: Env, logger: Logger) => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const content = createContentRecords(table);
  const deps = {
    conversions: createConversionRepository(table),
    results: createAnalysisResultRepository(table),
    corrections: createCorrectionRepository(table),
    titles: createTitleIndexRepository(table),
    content,
    verdicts: createVerdictRepository(table),
    decisive: createDecisiveRepository(table, content),
    stage: stageAnalysisOf(env),
    logger,
    now: Date.now,
  };
  return async (event: unknown): Promise<void> => {
    const contentId = parseMessage(event);
    await listTitle(deps, contentId);
    await copyFindings(deps, contentId);
  };
};
