import type { AppEvent } from '../../events/app-events.ts';
import { pipeline, termsOf, type StepDefinition } from './definition.ts';
import { areRemoved, currentAttempt, type StepSources } from './sources.ts';
import { isUsable } from '../conversion/attempt.ts';
import { isHeld, newStepRun, type StepRun } from './step-run.ts';
import { planSteps } from './steps.ts';

export type StepRequest = AppEvent<'StepRequested.v1'>;

/** What starting steps needs. */
export interface StepStarter {
  /** The records of a content item; undefined when it does not exist. */
  readonly readSources: (contentId: string) => Promise<StepSources | undefined>;
  /** Stores a new run. False when it exists. */
  readonly createRun: (run: StepRun) => Promise<boolean>;
  readonly publish: (type: 'StepRequested.v1', detail: StepRequest) => Promise<void>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** @default the product's pipeline */
  readonly definitions?: readonly StepDefinition[];
}

/** The event that requests a run. */
export const requestOf = ({ content_id, version_id, attempt, step, run }: StepRun): StepRequest => ({
  contentId: content_id,
  versionId: version_id,
  attempt,
  step,
  run,
});

const startsByRequest = ({ startedBy }: StepDefinition): boolean => startedBy === 'StepRequested.v1';

/** Whether a run still waits for its first worker, so that its event may have been lost. */
const isUnclaimed = ({ state, lease_until: lease, started_at: start, paused_at: paused }: StepRun): boolean =>
  state === 'running' && lease === start && paused === undefined;

/**
 * Starts the steps whose needs are done and that have no run for the current attempt, and repeats those that follow a
 * step that ran after them. Resumes the runs that waited for the conversion or its review. Call it whenever a step
 * ends. It can be repeated: a run is created once, and the event of a run that no worker has claimed is published
 * again. Returns false when the content item does not exist, or its records were removed.
 */
export const startSteps = async (deps: StepStarter, contentId: string): Promise<boolean> => {
  const { definitions = pipeline } = deps;
  if (!definitions.some(startsByRequest)) return true;
  const sources = await deps.readSources(contentId);
  if (!sources || areRemoved(sources)) return false;
  const attempt = currentAttempt(sources);
  if (!attempt || !isUsable(attempt)) return true;
  const isResumed = (run: StepRun): boolean => attempt.state === 'completed' && isHeld(run);
  for (const { definition, latest, canStart, isOutdated } of planSteps(sources, definitions)) {
    if (!startsByRequest(definition) || !canStart) continue;
    if (latest && !isOutdated && !isUnclaimed(latest) && !isResumed(latest)) continue;
    const isNew = latest === undefined || isOutdated;
    const run = isNew
      ? newStepRun(attempt, termsOf(definition, attempt, sources.stage), (latest?.run ?? 0) + 1, deps.now())
      : latest;
    if (isNew) await deps.createRun(run);
    await deps.publish('StepRequested.v1', requestOf(run));
  }
  return true;
};
