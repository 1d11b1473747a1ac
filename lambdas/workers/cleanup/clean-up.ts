import type { CleanupRunRepository, Removal } from '../../data/privacy/cleanup-run-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import {
  continueCleanup,
  RunTaken,
  toCleanupView,
  type CleanupRun,
  type Source,
} from '../../domain/privacy/cleanup.ts';
import { visitedOn } from '../../domain/privacy/visits.ts';

/** Dependencies of the worker. */
export interface CleanupWorkerDeps {
  readonly runs: Pick<CleanupRunRepository, 'listRecent' | 'start' | 'remove' | 'count' | 'recordWarnings'>;
  readonly sourcesFor: (visits: (userId: string) => boolean) => readonly Source<Removal>[];
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Continues a run until a time. An administrator may run it at the same time. */
export const cleanUp = async (
  { runs, sourcesFor, logger, now }: CleanupWorkerDeps,
  run: CleanupRun,
  until: number,
): Promise<void> => {
  const sources = sourcesFor(visitedOn(Date.parse(run.started_at)));
  try {
    const done = await continueCleanup({ sources, runs, now }, run, until);
    const { total_records_cleaned: removed, finished_at: end } = toCleanupView(done);
    logger.info('Expired data removed', { run: done.id, removed, finished: end !== null });
  } catch (error) {
    if (!(error instanceof RunTaken)) throw error;
    logger.info('Another worker continues the cleanup', { run: run.id });
  }
};
