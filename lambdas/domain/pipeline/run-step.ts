import { RetryLater } from '../retry-later.ts';
import { startSteps, type StepStarter } from './start-steps.ts';
import {
  endStepRun,
  isHeld,
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
  /** Requests that everything stored for a content item is removed, because it was deleted before its step ended. */
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
 * Starts the steps that can start now. If the content item was deleted after this run was planned, the run can be
 * stored after all others were removed: nothing else would ever remove it. What removes it looks at the item itself.
 */
const startFollowers = async (deps: StepRunner, contentId: string): Promise<void> => {
  if (!(await startSteps(deps, contentId))) await deps.removeAgain(contentId);
};

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
    await startFollowers(deps, ids.content_id);
    return undefined;
  }
  if (isStepLeased(requested, deps.now())) throw new StepBusyError(requested);
  const run = await deps.steps.save(requested, leaseStep(requested, deps.now()));
  if (!run) throw new StepBusyError(requested);
  const outcome = await work(run);
  const isWaiting = outcome.state === 'waiting';
  const next = isWaiting ? pauseStep(run, outcome, deps.now()) : endStepRun(run, outcome, deps.now());
  const saved = await deps.steps.save(run, next);
  if (!saved) {
    // The sweeper ended the run, or the content item was deleted while the step wrote its files.
    if (!(await deps.steps.get(ids))) await deps.removeAgain(ids.content_id);
    return undefined;
  }
  if (isWaiting) {
    // What it waits for may have ended before the run was released, and then it did not resume the run.
    if (isHeld(saved)) await startFollowers(deps, ids.content_id);
    return undefined;
  }
  await startFollowers(deps, ids.content_id);
  return outcome;
};
