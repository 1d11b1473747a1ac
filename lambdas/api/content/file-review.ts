import { createAttemptRepository } from '../../data/conversion/attempt-repository.ts';
import { sourcesReader } from '../../data/conversion/conversion-history.ts';
import type { ConversionRepository } from '../../data/conversion/conversion-repository.ts';
import type { QuotaWrites } from '../../data/conversion/upload-writes.ts';
import { createWaitingFileRepository } from '../../data/conversion/waiting-file-repository.ts';
import { createStepRepository } from '../../data/pipeline/step-repository.ts';
import type { Table } from '../../data/table/table.ts';
import type { StageAnalysis } from '../../domain/pipeline/stage.ts';
import { startSteps } from '../../domain/pipeline/start-steps.ts';
import type { EventBus } from '../../platform/messages/event-bus.ts';
import type { ContentDeps } from './deps.ts';

interface Parts {
  readonly conversions: ConversionRepository;
  readonly quota: QuotaWrites;
  readonly events: EventBus;
  readonly stage: StageAnalysis;
}

/** What the review of waiting files needs: their records, and the start of the analysis of an accepted file. */
export const createFileReview = (
  table: Table,
  { conversions, quota, events, stage }: Parts,
): Pick<ContentDeps, 'attempts' | 'waitingFiles' | 'startSteps'> => {
  const starter = {
    readSources: sourcesReader(conversions, { now: Date.now, stage }),
    createRun: createStepRepository(table).create,
    publish: events.publish,
    now: Date.now,
  };
  return {
    attempts: createAttemptRepository(table),
    waitingFiles: createWaitingFileRepository(table, quota),
    startSteps: (contentId) => startSteps(starter, contentId),
  };
};
