import { failed } from '../../domain/privacy/data-request.ts';
import { runTasks } from '../../domain/run-tasks.ts';
import type { EraseDeps } from './deps.ts';
import { erase } from './erase.ts';

/** Erasures per run. The others follow in the next one. */
const PER_RUN = 20;

/** Stores why an erasure failed, for administrators. When that fails too, the log still has the cause. */
const recordFailure = async (
  { requests, logger, now }: EraseDeps,
  { userId, id, error }: { readonly userId: string; readonly id: string; readonly error: unknown },
): Promise<void> => {
  try {
    const request = await requests.get(userId, id);
    if (request?.status === 'pending' || request?.status === 'processing')
      await requests.save(request, failed(request, error, now()));
  } catch {
    logger.warn('The failure of an erasure could not be stored', { requestId: id });
  }
};

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
