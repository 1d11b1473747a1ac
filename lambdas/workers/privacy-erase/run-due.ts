import { recordFailure } from '../../domain/privacy/record-failure.ts';
import { runTasks } from '../../domain/run-tasks.ts';
import type { EraseDeps } from './deps.ts';
import { erase } from './erase.ts';

/** Erasures per run. The others follow in the next one. */
const PER_RUN = 20;

/** Runs the erasures that are due, and continues those that were aborted. Throws at the end when one failed. */
export const runDue = async (deps: EraseDeps): Promise<void> => {
  const due = await deps.requests.listDue(new Date(deps.now()).toISOString(), PER_RUN);
  await runTasks(
    due.map(({ userId, id }) => async () => {
      const request = await deps.requests.get(userId, id);
      if (request?.status !== 'pending' && request?.status !== 'processing') return;
      try {
        await erase(deps, request);
      } catch (error) {
        await recordFailure(deps, { userId, id, error });
        throw error;
      }
    }),
    'An account could not be erased',
    deps.logger,
  );
};
