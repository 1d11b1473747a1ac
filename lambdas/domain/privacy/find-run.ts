import { AppError } from '../app-error.ts';
import type { CleanupRun } from './cleanup.ts';

/** Milliseconds after which an unfinished run is given up: what expired since then is not part of it. */
const ABANDONED_MS = 2 * 86_400_000;

/** The unfinished run that removes data, which a new one continues. */
export const unfinishedRun = (recent: readonly CleanupRun[], now: number): CleanupRun | undefined =>
  recent.find(
    ({ dry_run: isDry, finished_at: end, started_at: start }) =>
      !isDry && end === undefined && now - Date.parse(start) < ABANDONED_MS,
  );

/** After which account the warnings continue; null for the first one. Only daily runs warn, so others know nothing. */
export const warningsPosition = (recent: readonly CleanupRun[]): string | null =>
  recent.find(({ warned_up_to: position }) => position !== undefined)?.warned_up_to ?? null;

/** A run that the caller names. Throws `not_found`, and `invalid_state` when it is of the other kind. */
export const namedRun = (run: CleanupRun | undefined, isDry: boolean): CleanupRun => {
  if (!run) throw new AppError('not_found');
  if (run.dry_run !== isDry) throw new AppError('invalid_state', 'A cleanup and a dry run are two runs.');
  return run;
};
