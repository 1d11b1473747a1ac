import { unfinishedRun, warningsPosition } from '../../domain/privacy/find-run.ts';
import { runTasks } from '../../domain/run-tasks.ts';
import { cleanUp, type CleanupWorkerDeps } from './clean-up.ts';
import type { WarnDeps } from './warn-deps.ts';
import { warnInactive } from './warn-inactive.ts';

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
