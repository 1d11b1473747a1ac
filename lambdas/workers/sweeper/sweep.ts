import type { SweeperDeps } from './deps.ts';
import { sweepAttempt } from './sweep-attempt.ts';
import { sweepLeftovers } from './sweep-leftovers.ts';
import { sweepRemoval } from './sweep-removal.ts';
import { sweepStep } from './sweep-step.ts';
import { sweepUpload } from './sweep-upload.ts';

/** Items of each kind per run. The sweeper runs every five minutes, so this allows 1,200 an hour. */
const PER_RUN = 100;

/**
 * Processes everything that is past its deadline. If an item fails, the others are still processed; then the run fails,
 * so that it is retried and raises an alarm.
 */
export const sweep = async (deps: SweeperDeps): Promise<void> => {
  const now = new Date(deps.now()).toISOString();
  const onBad = (count: number): void => deps.logger.error('Corrupt items skipped in a sweep', { count });
  const work = [
    ...(await deps.uploads.listDue(now, PER_RUN, onBad)).map((due) => () => sweepUpload(deps, due)),
    ...(await deps.attempts.listDue(now, PER_RUN, onBad)).map((due) => () => sweepAttempt(deps, due)),
    ...(await deps.steps.listDue(now, PER_RUN, onBad)).map((due) => () => sweepStep(deps, due)),
    ...(await deps.leftovers.listDue(now, PER_RUN, onBad)).map((due) => () => sweepLeftovers(deps, due)),
    ...(await deps.removals.listDue(now, PER_RUN)).map((id) => () => sweepRemoval(deps, id)),
  ];
  let failures = 0;
  for (const task of work) {
    await task().catch((error: unknown) => {
      failures += 1;
      deps.logger.error('An item was not swept', {}, error);
    });
  }
  if (failures > 0) throw new Error(`${failures} of ${work.length} items were not swept`);
};
