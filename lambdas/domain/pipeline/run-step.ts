import { RetryLater } from '../retry-later.ts';
import { startSteps, type StepStarter } from './start-steps.ts';
import {
  endStepRun,
  isStepLeased,
  leaseStep,
  pauseStep,
  type StepOutcome,
  type StepPause,
  type StepRun,
  type StepRunIds,
} from './step-run.ts';

/** What running a step needs. */
export interface StepRunner extends StepStarter {
  readonly steps: {
    get(ids: StepRunIds): Promise<StepRun | undefined>;
    /** Stores the next state of a run. Undefined when it changed since it was read. */
    save(before: StepRun, after: StepRun): Promise<StepRun | undefined>;
  };
  /** Requests that everything stored for a content item is removed, because it was deleted while the step ran. */
  readonly removeAgain: (contentId: string) => Promise<void>;
}

/** Another worker holds the run. The queue, or Lambda, delivers the event again. */
export class StepBusyError extends RetryLater {
  constructor({ step, content_id }: StepRun) {
    super(`Another worker runs step ${step} of ${content_id}`);
    this.name = 'StepBusyError';
  }
}

/**
 * Runs a requested step: claims the run, does its work, stores the outcome, and starts the steps that waited for it.
 * Events can arrive twice or late: only one worker does the work, and a run that has ended stays unchanged. An error
 * of `work` is thrown, so that the event is delivered again; a result that users must see is an outcome instead. When
 * `work` has started a job of another service, it returns a pause: the run is released, and a later call with the
 * same IDs asks `work` again. Returns the outcome, or undefined if the run has not ended by this call.
 */
export const runStep = async (
  deps: StepRunner,
  ids: StepRunIds,
  work: (run: StepRun) => Promise<StepOutcome | StepPause>,
): Promise<StepOutcome | undefined> => {
  const requested = await deps.steps.get(ids);
  if (!requested) {
    await deps.removeAgain(ids.content_id);
    return undefined;
  }
  if (requested.state !== 'running') {
    // The worker that ended the run may have stopped before it started the next steps.
    await startSteps(deps, ids.content_id);
    return undefined;
  }
  if (isStepLeased(requested, deps.now())) throw new StepBusyError(requested);
  const run = await deps.steps.save(requested, leaseStep(requested, deps.now()));
  if (!run) throw new StepBusyError(requested);
  const outcome = await work(run);
  if (outcome.state === 'waiting') {
    await deps.steps.save(run, pauseStep(run, outcome, deps.now()));
    return undefined;
  }
  if (!(await deps.steps.save(run, endStepRun(run, outcome, deps.now())))) {
    // The sweeper ended the run, or the content item was deleted while the step wrote its files.
    if (!(await deps.steps.get(ids))) await deps.removeAgain(ids.content_id);
    return undefined;
  }
  await startSteps(deps, ids.content_id);
  return outcome;
};
