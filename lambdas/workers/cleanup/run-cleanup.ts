import type { CleanupRunRepository, Removal } from '../../data/privacy/cleanup-run-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import { continueCleanup, RunTaken, toCleanupView, type Source } from '../../domain/privacy/cleanup.ts';
import { unfinishedRun } from '../../domain/privacy/find-run.ts';
import { visitedOn } from '../../domain/privacy/visits.ts';

/** Dependencies of the worker. */
export interface CleanupWorkerDeps {
  readonly runs: Pick<CleanupRunRepository, 'listRecent' | 'start' | 'remove' | 'count'>;
  readonly sourcesFor: (visits: (userId: string) => boolean) => readonly Source<Removal>[];
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Milliseconds of one invocation, below the function's time-out. The next one continues what is left. */
const BUDGET_MS = 4 * 60_000;

/** Continues an unfinished run, or starts the one of the day. An administrator may run it at the same time. */
export const runCleanup = async ({ runs, sourcesFor, logger, now }: CleanupWorkerDeps): Promise<void> => {
  const run =
    unfinishedRun(await runs.listRecent(), now()) ??
    (await runs.start({ started_by: 'schedule', dry_run: false }, now()));
  const sources = sourcesFor(visitedOn(Date.parse(run.started_at)));
  try {
    const done = await continueCleanup({ sources, runs, now }, run, now() + BUDGET_MS);
    const { total_records_cleaned: removed, finished_at: end } = toCleanupView(done);
    logger.info('Expired data removed', { run: done.id, removed, finished: end !== null });
  } catch (error) {
    if (!(error instanceof RunTaken)) throw error;
    logger.info('Another worker continues the cleanup', { run: run.id });
  }
};
