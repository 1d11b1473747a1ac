import type { SweeperDeps } from './deps.ts';
import { sweepAttempt } from './sweep-attempt.ts';
import { sweepLeftovers } from './sweep-leftovers.ts';
import { sweepRemoval } from './sweep-removal.ts';
import { sweepUpload } from './sweep-upload.ts';

/** Items of each kind in one run; it runs every five minutes, so 1,200 an hour. */
const PER_RUN = 100;

/**
 * Sweeps what is past its deadline. One item that fails does not keep the others; the run then fails as a whole, which
 * is tried again and alarmed.
 */
export const sweep = async (deps: SweeperDeps): Promise<void> => {
  const now = new Date(deps.now()).toISOString();
  const onBad = (count: number): void => deps.logger.error('Corrupt items left out of a sweep', { count });
  const work = [
    ...(await deps.uploads.listDue(now, PER_RUN, onBad)).map((due) => () => sweepUpload(deps, due)),
    ...(await deps.attempts.listDue(now, PER_RUN, onBad)).map((due) => () => sweepAttempt(deps, due)),
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
