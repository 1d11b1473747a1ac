import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { continueCleanup, RunTaken, toCleanupView, type CleanupRun } from '../../domain/privacy/cleanup.ts';
import { namedRun, unfinishedRun } from '../../domain/privacy/find-run.ts';
import { route, type Actor } from '../../http/route.ts';
import type { RetentionDeps } from './deps.ts';

/** Milliseconds of one call, well below the gateway's 30 seconds. The caller repeats it until the run is finished. */
const BUDGET_MS = 15_000;

/** The run that a call continues, or a new one. Both are recorded in the audit log. */
const beginRun = async (
  { runs, now }: RetentionDeps,
  actor: Actor,
  { dry_run: isDry, run_id: id }: { readonly dry_run: boolean; readonly run_id?: string | undefined },
  requestId: string,
): Promise<CleanupRun> => {
  const by = { actor, requestId };
  const found = id === undefined ? undefined : namedRun(await runs.get(id), isDry);
  const run = found ?? (isDry ? undefined : unfinishedRun(await runs.listRecent(), now()));
  if (!run) return runs.start({ started_by: actor.userId, dry_run: isDry }, now(), by);
  await runs.recordContinuation(run, now(), by);
  return run;
};

/** Removes the data whose period is over, or counts it. */
export const cleanupExpiredData = (deps: RetentionDeps) =>
  route(endpoints['retention.cleanup-expired-data'], async ({ actor, body, requestId }) => {
    const run = await beginRun(deps, actor, body, requestId);
    try {
      return { status: 200, body: toCleanupView(await continueCleanup(deps, run, deps.now() + BUDGET_MS)) };
    } catch (error) {
      if (error instanceof RunTaken)
        throw new AppError('invalid_state', 'A cleanup is running. Try again in a minute.');
      throw error;
    }
  });
