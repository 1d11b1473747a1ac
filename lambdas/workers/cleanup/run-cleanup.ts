import type { HeldItems } from '../../data/privacy/held-items.ts';
import { unfinishedRun, warningsPosition } from '../../domain/privacy/find-run.ts';
import { runTasks } from '../../domain/run-tasks.ts';
import { cleanUp, type CleanupWorkerDeps } from './clean-up.ts';
import type { WarnDeps } from './warn-deps.ts';
import { warnInactive } from './warn-inactive.ts';

/** Milliseconds of one invocation, below the function's time-out. The next one continues what is left. */
const BUDGET_MS = 4 * 60_000;
/** Milliseconds of these that the cleanup leaves to the warnings, so that many expired rows do not stop them. */
const WARNINGS_MS = 60_000;

/** What keeps the data of users under a legal hold. */
export interface HoldDeps {
  readonly heldUsers: () => Promise<ReadonlySet<string>>;
  readonly items: HeldItems;
}

/** Keeps what was stored for users under a legal hold since the last run. */
const keepHeld = async ({ heldUsers, items }: HoldDeps, now: number): Promise<void> => {
  for (const userId of await heldUsers()) await items.follow(userId, now);
};

/**
 * The daily run: what legal holds keep, the cleanup, then the warnings of unused accounts, within one deadline. What
 * the last two do not finish, the run of the next day continues. One that fails does not stop the others.
 */
export const runDaily = async (deps: CleanupWorkerDeps, warnings: WarnDeps, holds: HoldDeps): Promise<void> => {
  const { runs, logger, now } = deps;
  const until = now() + BUDGET_MS;
  const recent = await runs.listRecent();
  const run = unfinishedRun(recent, now()) ?? (await runs.start({ started_by: 'schedule', dry_run: false }, now()));
  const save = (at: string | null): Promise<void> => runs.recordWarnings(run, at);
  await runTasks(
    [
      () => keepHeld(holds, now()),
      () => cleanUp(deps, run, until - WARNINGS_MS),
      () => warnInactive(warnings, { position: warningsPosition(recent), until, save }),
    ],
    'A part of the cleanup failed',
    logger,
  );
};
