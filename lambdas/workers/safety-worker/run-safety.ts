import { planSteps } from '../../domain/pipeline/steps.ts';
import { runStep } from '../../domain/pipeline/run-step.ts';
import type { StepOutcome, StepRun, StepRunIds } from '../../domain/pipeline/step-run.ts';
import { stepProblems } from '../../domain/safety/step-problems.ts';
import type { Verdict } from '../../domain/safety/verdict.ts';
import type { SafetyWorkerDeps } from './deps.ts';
import { evaluateTitle } from './evaluate-title.ts';
import { publishWaiting } from './publish-waiting.ts';

/** What users read next to the completed step. */
const REASONS: Readonly<Record<Verdict, string | undefined>> = {
  clear: undefined,
  unknown: 'This title was not fully analyzed.',
  review: 'Something was found that staff must look at.',
  blocked: 'Something was found that the policy does not allow. Staff must look at it.',
};

/** Removes the public stills of a title that the verdict unpublished, also when an earlier call was interrupted. */
const hideStills = async ({ content, syncStills }: SafetyWorkerDeps, contentId: string): Promise<void> => {
  const current = await content.get(contentId, { consistent: true });
  if (!current || current.deleted_at !== undefined || current.status === 'published') return;
  if (current.public_stills_versions.length > 0) await syncStills(current);
};

const run = async (deps: SafetyWorkerDeps, { content_id, version_id }: StepRun): Promise<StepOutcome> => {
  const evaluation = await evaluateTitle(deps, { content_id, version_id }, 'analysis', async () => {
    const sources = await deps.readSources(content_id);
    return sources && stepProblems(planSteps(sources, deps.definitions));
  });
  if (!evaluation) return { state: 'skipped', reason: 'This title no longer exists.' };
  await publishWaiting(deps, content_id);
  await hideStills(deps, content_id);
  const reason = REASONS[evaluation.after.verdict];
  return { state: 'completed', cost: 0, ...(reason === undefined ? {} : { reason }) };
};

/** Runs the step `safety`: evaluates the results of the analysis, and publishes or unpublishes the item. */
export const runSafety = async (deps: SafetyWorkerDeps, ids: StepRunIds): Promise<void> => {
  const outcome = await runStep(deps, ids, (claimed) => run(deps, claimed));
  if (outcome) deps.logger.info('Safety evaluated', { contentId: ids.content_id, result: outcome.state });
};
