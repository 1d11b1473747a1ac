import type { CleanupRunRepository, Removal } from '../../data/privacy/cleanup-run-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import {
  continueCleanup,
  RunTaken,
  toCleanupView,
  type CleanupRun,
  type Source,
} from '../../domain/privacy/cleanup.ts';
import { unfinishedRun, warningsPosition } from '../../domain/privacy/find-run.ts';
import { visitedOn } from '../../domain/privacy/visits.ts';
import { runTasks } from '../../domain/run-tasks.ts';
import type { WarnDeps } from './warn-deps.ts';
import { warnInactive } from './warn-inactive.ts';

/** Dependencies of the worker. */
export interface CleanupWorkerDeps {
  readonly runs: Pick<CleanupRunRepository, 'listRecent' | 'start' | 'remove' | 'count' | 'recordWarnings'>;
  readonly sourcesFor: (visits: (userId: string) => boolean) => readonly Source<Removal>[];
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Milliseconds of one invocation, below the function's time-out. The next one continues what is left. */
const BUDGET_MS = 4 * 60_000;
/** Milliseconds of these that the cleanup leaves to the warnings, so that many expired rows do not stop them. */
const WARNINGS_MS = 60_000;

/**
 * The daily run: the cleanup, then the warnings of unused accounts, within one deadline. What either does not finish,
 * the run of the next day continues. One that fails does not stop the other.
 */
export const runDaily = async (deps: CleanupWorkerDeps, warnings: WarnDeps): Promise<void> => {
  const { runs, logger, now } = deps;
  const until = now() + BUDGET_MS;
  const recent = await runs.listRecent();
  const run = unfinishedRun(recent, now()) ?? (await runs.start({ started_by: 'schedule', dry_run: false }, now()));
  const save = (at: string | null): Promise<void> => runs.recordWarnings(run, at);
  await runTasks(
    [
      () => cleanUp(deps, run, until - WARNINGS_MS),
      () => warnInactive(warnings, { position: warningsPosition(recent), until, save }),
    ],
    'A part of the cleanup failed',
    logger,
  );
};

/** Continues a run until a time. An administrator may run it at the same time. */
const cleanUp = async (
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
