import { runTasks } from '../../domain/run-tasks.ts';
import type { SweeperDeps } from './deps.ts';
import { sweepAttempt } from './sweep-attempt.ts';
import { sweepLeftovers } from './sweep-leftovers.ts';
import { sweepRemoval } from './sweep-removal.ts';
import { sweepStep } from './sweep-step.ts';
import { sweepUpload } from './sweep-upload.ts';

/** Items of each kind per run. The sweeper runs every five minutes, so this allows 1,200 an hour. */
const PER_RUN = 100;

/** Processes everything that is past its deadline. */
export const sweep = async (deps: SweeperDeps): Promise<void> => {
  const now = new Date(deps.now()).toISOString();
  const onBad = (count: number): void => deps.logger.error('Corrupt items skipped in a sweep', { count });
  const tasks = [
    ...(await deps.uploads.listDue(now, PER_RUN, onBad)).map((due) => () => sweepUpload(deps, due)),
    ...(await deps.attempts.listDue(now, PER_RUN, onBad)).map((due) => () => sweepAttempt(deps, due)),
    ...(await deps.steps.listDue(now, PER_RUN, onBad)).map((due) => () => sweepStep(deps, due)),
    ...(await deps.leftovers.listDue(now, PER_RUN, onBad)).map((due) => () => sweepLeftovers(deps, due)),
    ...(await deps.removals.listDue(now, PER_RUN)).map((id) => () => sweepRemoval(deps, id)),
  ];
  await runTasks(tasks, 'An item was not swept', deps.logger);
};
