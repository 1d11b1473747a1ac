import { createCorrectionRepository } from '../../data/analysis/correction-repository.ts';
import { createAnalysisResultRepository } from '../../data/analysis/result-repository.ts';
import { createTitleIndexRepository } from '../../data/analysis/title-index-repository.ts';
import { createVerdictRepository } from '../../data/safety/safety-repository.ts';
import type { Table } from '../../data/table/table.ts';
import { createTranscriptRepository } from '../../data/transcripts/transcript-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { DeletionDeps } from './deps.ts';

/** The records of the analysis of titles. */
export const createAnalysisRecords = (
  table: Table,
  logger: Logger,
): Pick<DeletionDeps, 'results' | 'titles' | 'corrections' | 'transcripts' | 'safety'> => ({
  results: createAnalysisResultRepository(table),
  titles: createTitleIndexRepository(table),
  corrections: createCorrectionRepository(table),
  transcripts: createTranscriptRepository(table, (count) =>
    logger.error('Corrupt segments left out of a transcript', { count }),
  ),
  safety: createVerdictRepository(table),
});
