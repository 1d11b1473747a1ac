import { definitionOf } from '../../domain/pipeline/definition.ts';
import { endStepRun, isStepOverdue, type StepRun } from '../../domain/pipeline/step-run.ts';
import type { SweeperDeps } from './deps.ts';

/** For runs of a step that the product no longer has. */
const UNKNOWN_STEP_REASON = 'The step did not finish in time.';

/** Fails a run that is past its deadline, so that users can run the step again. No effect if it changed meanwhile. */
export const sweepStep = async (deps: SweeperDeps, due: StepRun): Promise<void> => {
  const now = deps.now();
  if (!isStepOverdue(due, now)) return;
  const reason = definitionOf(due.step, deps.definitions)?.overdueReason ?? UNKNOWN_STEP_REASON;
  const failed = await deps.steps.save(due, endStepRun(due, { state: 'failed', reason }, now));
  if (failed) deps.logger.warn('Overdue step failed', { contentId: due.content_id, step: due.step, run: due.run });
};
