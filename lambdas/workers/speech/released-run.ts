import { contentOfJob } from '../../domain/analysis/speech.ts';
import { requestOf } from '../../domain/pipeline/start-steps.ts';
import type { StepRunIds } from '../../domain/pipeline/step-run.ts';
import { ALIGNMENT_PAUSE } from './align.ts';
import type { SpeechDeps } from './deps.ts';

/** Whether a run that was just released can continue: its job has ended meanwhile, or there is no job to wait for. */
const canContinue = async ({ stage, transcriber }: SpeechDeps, job: string): Promise<boolean> => {
  if (job === ALIGNMENT_PAUSE) return true;
  const found = contentOfJob(stage, job) ? await transcriber.find(job) : undefined;
  return found !== undefined && found.state !== 'running';
};

/** Requests a run again that was released to wait for a job, if it can continue. */
export const continueReleased = async (deps: SpeechDeps, ids: StepRunIds, job: string): Promise<void> => {
  const released = (await canContinue(deps, job)) ? await deps.steps.get(ids) : undefined;
  if (released?.state === 'running') await deps.publish('StepRequested.v1', requestOf(released));
};
