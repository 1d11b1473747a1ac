import { endpoints } from '../../contract/index.ts';
import type { Content } from '../../domain/content/content.ts';
import { AppError } from '../../domain/app-error.ts';
import { currentSafety } from '../../domain/safety/gate.ts';
import { policyProblems } from '../../domain/safety/policy.ts';
import { previewOf, type TitleVerdict } from '../../domain/safety/preview.ts';
import { findingsOf } from '../../domain/safety/verdict.ts';
import { route } from '../../http/route.ts';
import type { SafetyDeps } from './deps.ts';

/** Titles per request: each needs two reads. */
const PART = 25;

/** A title with its stored findings. Undefined for one that was never evaluated. */
const findingsOfTitle = async ({ reviews, results, logger }: SafetyDeps, content: Content): Promise<TitleVerdict[]> => {
  const { id, title, deleted_at: deleted } = content;
  const { version_id: version, verdict, policy_version: policyVersion } = currentSafety(content);
  if (deleted !== undefined || policyVersion === null) return [];
  const onBad = (count: number): void => logger.error('Corrupt results left out of a preview', { count });
  const [found, stored] = await Promise.all([results.list(id, version, onBad), reviews.readVerdict(id, version)]);
  return [{ id, title, verdict, findings: findingsOf(found, stored?.problems ?? []) }];
};

/** Returns what a policy would change in a part of the catalog, from the stored findings. */
export const previewPolicy = (deps: SafetyDeps) =>
  route(endpoints['safety.preview-policy'], async ({ body: { rules, after } }) => {
    const problems = policyProblems(rules);
    if (problems.length > 0) throw new AppError('validation_failed', problems[0]?.message, problems);
    const onBad = (count: number): void => deps.logger.error('Corrupt items left out of a preview', { count });
    const page = await deps.evaluations.readCatalog(after, PART, onBad);
    const titles = (await Promise.all(page.contents.map((content) => findingsOfTitle(deps, content)))).flat();
    const changes = previewOf(titles, rules).map((change) => ({ ...change, samples: [...change.samples] }));
    return { status: 200, body: { checked: titles.length, changes, next_after: page.after ?? null } };
  });
