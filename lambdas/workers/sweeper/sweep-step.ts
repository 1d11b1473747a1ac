import { definitionOf } from '../../domain/pipeline/definition.ts';
import { requestOf } from '../../domain/pipeline/start-steps.ts';
import { endStepRun, isJobOverdue, isStepOverdue, stepDueAt, type StepRun } from '../../domain/pipeline/step-run.ts';
import type { StepRepository } from '../../data/pipeline/step-repository.ts';
import type { SweeperDeps } from './deps.ts';

type SweepStepDeps = Pick<SweeperDeps, 'definitions' | 'events' | 'logger' | 'now'> & {
  readonly steps: Pick<StepRepository, 'save'>;
};

/** For runs of a step that the product no longer has. */
const UNKNOWN_STEP_REASON = 'The step did not finish in time.';

/**
 * Fails a run that is past its deadline, so that users can run the step again. Its worker, which sees that the run has
 * ended, then starts the steps that also start after failures. Before the deadline, requests the run again if no worker
 * is busy with it. A request that is no longer needed has no effect.
 */
export const sweepStep = async (deps: SweepStepDeps, due: StepRun): Promise<void> => {
  const now = deps.now();
  if (stepDueAt(due) > new Date(now).toISOString()) return;
  const fields = { contentId: due.content_id, step: due.step, run: due.run };
  if (!isStepOverdue(due, now)) {
    await deps.events.publish('StepRequested.v1', requestOf(due));
    deps.logger.warn('Abandoned step requested again', fields);
    return;
  }
  const definition = definitionOf(due.step, deps.definitions);
  const ofJob = isJobOverdue(due, now) ? definition?.job?.overdueReason : undefined;
  const reason = ofJob ?? definition?.overdueReason ?? UNKNOWN_STEP_REASON;
  const failed = await deps.steps.save(due, endStepRun(due, { state: 'failed', reason }, now));
  if (!failed) return;
  deps.logger.warn('Overdue step failed', fields);
  try {
    await deps.events.publish('StepRequested.v1', requestOf(due));
  } catch (error) {
    // The next sweep finds the run again. Otherwise, nothing would start the steps that wait for it.
    await deps.steps.save(failed, { ...due, rev: failed.rev });
    throw error;
  }
};
