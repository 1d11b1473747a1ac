import type { Logger } from './logger.ts';

/**
 * Runs tasks one after the other. A task that fails does not stop the others: its error is logged with `failure`, and
 * the run throws at the end, so that it is retried and raises an alarm.
 */
export const runTasks = async (
  tasks: readonly (() => Promise<unknown>)[],
  failure: string,
  logger: Pick<Logger, 'error'>,
): Promise<void> => {
  let failures = 0;
  for (const task of tasks) {
    await task().catch((error: unknown) => {
      failures += 1;
      logger.error(failure, {}, error);
    });
  }
  if (failures > 0) throw new Error(`${failures} of ${tasks.length} tasks failed`);
};
