import { lateFolders } from '../../domain/delivery/logs/log-file.ts';
import { runTasks } from '../../domain/run-tasks.ts';
import { addFile } from './add-file.ts';
import { setClosedMonths, setOpenMonths } from './daily-months.ts';
import type { LogDeps } from './deps.ts';

/**
 * Adds the files of the last hours that no event brought, and then sets the sums of months. A file that cannot be added
 * does not keep the others from being added; the run fails at the end.
 */
export const addLate = async (deps: LogDeps): Promise<void> => {
  const end = deps.now() + deps.timeLimitMs;
  const keys: string[] = [];
  for (const folder of lateFolders(deps.now())) keys.push(...(await deps.files.list(folder)));
  const complete = await deps.delivery.complete(keys);
  const missing = keys.filter((key) => !complete.has(key));
  if (missing.length > 0) deps.logger.info('Logs of the delivery were not summed yet', { count: missing.length });
  await runTasks(
    [
      ...missing.map((key) => () => addFile(deps, key)),
      () => setOpenMonths(deps),
      () => setClosedMonths(deps, () => deps.now() < end),
    ],
    'Logs of the delivery were not summed',
    deps.logger,
  );
};
