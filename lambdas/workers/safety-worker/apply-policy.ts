import type { AppEvent } from '../../events/app-events.ts';
import type { SafetyWorkerDeps } from './deps.ts';
import { evaluateTitle } from './evaluate-title.ts';
import { publishWaiting } from './publish-waiting.ts';

/** Content items per message: each needs a few reads, far below the worker's timeout. */
const PAGE_SIZE = 25;

/**
 * Applies a new policy to the next page of the catalog, and requests the page after it. Evaluates stored results only,
 * so nothing is billed. Messages can arrive twice or late: the progress decides which page is next, and a newer policy
 * ends the evaluation by an older one.
 */
export const applyPolicy = async (
  deps: SafetyWorkerDeps,
  { policyVersion, page }: AppEvent<'SafetyPolicyChanged.v1'>,
): Promise<void> => {
  const progress = await deps.evaluations.read();
  if (progress?.policy_version !== policyVersion || progress.state === 'done' || page > progress.page) return;
  const next = (number: number): Promise<void> =>
    deps.publish('SafetyPolicyChanged.v1', { policyVersion, page: number });
  // The page is finished, but the request for the next one may have been lost.
  if (page < progress.page) return page === progress.page - 1 ? next(progress.page) : undefined;
  const onBad = (count: number): void => deps.logger.error('Corrupt items left out of an evaluation', { count });
  const { contents, after } = await deps.evaluations.readCatalog(progress.after, PAGE_SIZE, onBad);
  let [checked, changed] = [0, 0];
  for (const { id, source_version_id: version, deleted_at: deleted } of contents) {
    if (version === null || deleted !== undefined) continue;
    const ids = { content_id: id, version_id: version };
    // A title that was never evaluated has nothing to evaluate.
    const evaluation = await evaluateTitle(deps, ids, 'policy', async (before) => before?.problems);
    if (!evaluation) continue;
    checked += 1;
    if (evaluation.before?.verdict !== evaluation.after.verdict) changed += 1;
    await publishWaiting(deps, id);
  }
  const advanced = await deps.evaluations.advance(progress, {
    ...progress,
    page: progress.page + 1,
    after,
    checked: progress.checked + checked,
    changed: progress.changed + changed,
    ...(after === undefined ? { state: 'done', finished_at: new Date(deps.now()).toISOString() } : {}),
  });
  if (after === undefined) deps.logger.info('Policy applied to the catalog', { policyVersion });
  else if (advanced) await next(page + 1);
};
