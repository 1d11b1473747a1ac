import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { evaluate, summaryOf, type StoredVerdict } from '../../domain/safety/review.ts';
import type { StepProblem } from '../../domain/safety/verdict.ts';
import { heldForReview } from '../../domain/uploads/new-content.ts';
import type { SafetyWorkerDeps } from './deps.ts';

/** A version of a source that was analyzed. */
export interface AnalyzedVersion {
  readonly content_id: string;
  readonly version_id: string;
}

/** A verdict before and after an evaluation. */
export interface Evaluation {
  readonly before: StoredVerdict | undefined;
  readonly after: StoredVerdict;
}

/**
 * What an evaluation follows. Findings of an analysis unpublish a title unless staff have decided about findings in its
 * file; a new policy only lists titles for review, so that a mistake in it does not unpublish the catalog.
 */
export type EvaluationCause = 'analysis' | 'policy';

/**
 * Evaluates the stored results of a version by the current policy, and stores the verdict. Nothing is analyzed again.
 * Verdicts about files that it replaced no longer wait for a decision. `problemsOf` returns the steps that did not
 * check the title, given the previous verdict; undefined leaves the title as it is.
 */
export const evaluateTitle = (
  deps: SafetyWorkerDeps,
  ids: AnalyzedVersion,
  cause: EvaluationCause,
  problemsOf: (before: StoredVerdict | undefined) => Promise<readonly StepProblem[] | undefined>,
): Promise<Evaluation | undefined> =>
  optimistic(async () => {
    const { content_id: id, version_id: version } = ids;
    const [verdicts, content, policy] = await Promise.all([
      deps.verdicts.listVerdicts(id),
      deps.content.get(id, { consistent: true }),
      deps.readPolicy(),
    ]);
    const before = verdicts.find((one) => one.version_id === version);
    const problems = await problemsOf(before);
    if (!problems || content?.deleted_at !== undefined) return undefined;
    const onBad = (count: number): void => deps.logger.error('Corrupt results left out of a verdict', { count });
    const results = await deps.results.list(id, version, onBad);
    const now = new Date(deps.now()).toISOString();
    const evaluated = evaluate(before, { ...ids, results, problems, policy, now });
    const isCurrent = content?.source_version_id === version;
    // No one decides about a file that was replaced.
    const after = content && !isCurrent ? { ...evaluated, waiting_since: undefined } : evaluated;
    const superseded = isCurrent ? verdicts.filter((one) => one !== before && one.waiting_since !== undefined) : [];
    const held = cause === 'analysis' && content ? heldForReview(content, summaryOf(after), now) : undefined;
    if (!(await deps.verdicts.saveVerdict(before, after, content, { changes: held, superseded }))) return RETRY;
    if (held) deps.logger.info('Unpublished until staff decide about its verdict', { contentId: id });
    // An item that was created meanwhile has a copy of the previous verdict.
    if (!content && (await deps.content.get(id, { consistent: true }))) return RETRY;
    return { before, after };
  });
