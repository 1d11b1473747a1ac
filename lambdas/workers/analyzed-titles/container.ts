import { createCorrectionRepository } from '../../data/analysis/correction-repository.ts';
import { createAnalysisResultRepository } from '../../data/analysis/result-repository.ts';
import { createTitleIndexRepository } from '../../data/analysis/title-index-repository.ts';
import { createConversionRepository } from '../../data/conversion/conversion-repository.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { stageAnalysisOf } from '../../domain/pipeline/stage.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import type { Env } from './env.ts';
import { listTitle } from './list-title.ts';
import { parseMessage } from './message.ts';

/** Composes the worker. */
export const createHandler = (env: Env, logger: Logger) => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const deps = {
    conversions: createConversionRepository(table),
    results: createAnalysisResultRepository(table),
    corrections: createCorrectionRepository(table),
    titles: createTitleIndexRepository(table),
    stage: stageAnalysisOf(env),
    logger,
    now: Date.now,
  };
  return (event: unknown): Promise<void> => listTitle(deps, parseMessage(event));
};
