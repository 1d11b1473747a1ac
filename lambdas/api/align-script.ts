import { stepSourcesOf } from '../data/conversion/conversion-history.ts';
import { AppError } from '../domain/app-error.ts';
import type { ActBy } from '../domain/audit/act.ts';
import { isRunning } from '../domain/conversion/attempt.ts';
import { currentAttempt } from '../domain/pipeline/sources.ts';
import { isHeld, latestRun } from '../domain/pipeline/step-run.ts';
import { readExisting } from './existing-history.ts';
import { requestRun, type RunRequester } from './request-run.ts';

/**
 * Requests the step that aligns the script of a content item. False while the file is not checked: then the step starts
 * afterwards.
 */
export const requestAlignment = async (deps: RunRequester, contentId: string, by: ActBy): Promise<boolean> => {
  try {
    await requestRun(deps, contentId, 'speech', by, { isChanged: true });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_state') return false;
    throw error;
  }
};

/**
 * Aligns the script of a content item that was just created. The step usually has not begun, or is held, and then
 * finds the script. It is requested again only if the file was converted before the item was created, so that its
 * speech was recognized already.
 */
export const alignNewScript = async (deps: RunRequester, contentId: string, by: ActBy): Promise<void> => {
  const sources = stepSourcesOf(await readExisting(deps, contentId), deps);
  const attempt = currentAttempt(sources);
  const latest = attempt && latestRun(sources.runs, attempt, 'speech');
  if (!latest || isHeld(latest) || (isRunning(attempt) && latest.state === 'running')) return;
  await requestAlignment(deps, contentId, by);
};
