import { contentOfJob, runOfJob } from '../../domain/analysis/speech.ts';
import { runStep, StepBusyError } from '../../domain/pipeline/run-step.ts';
import { areRemoved } from '../../domain/pipeline/sources.ts';
import type { StepRunIds } from '../../domain/pipeline/step-run.ts';
import type { SpeechDeps } from './deps.ts';
import { removeEndedJob, removeJob } from './ended-job.ts';
import type { SpeechMessage } from './message.ts';
import { recognize } from './recognize.ts';
import { continueReleased } from './released-run.ts';

/**
 * Runs the step. A run that can continue is requested again after it was released: before that, no worker could claim
 * it. The job of a run is deleted after the run has ended: before that, another call may have to read it again.
 */
const run = async (deps: SpeechDeps, ids: StepRunIds): Promise<void> => {
  let job: string | undefined;
  const outcome = await runStep(deps, ids, async (current) => {
    const next = await recognize(deps, current);
    job = next.state === 'waiting' ? next.job_id : undefined;
    return next;
  });
  if (job !== undefined) return continueReleased(deps, ids, job);
  if (outcome) {
    const { content_id: contentId, run: number } = ids;
    deps.logger.info('Speech step ended', { contentId, run: number, result: outcome.state });
  }
  return removeEndedJob(deps, ids);
};

/** A worker that holds the run asks for the job's state when it releases the run, so the event is not needed. */
const ignoreBusy = (error: unknown): void => {
  if (!(error instanceof StepBusyError)) throw error;
};

/** Processes a request to run the step, or the end of a job that a run waits for. */
export const processSpeech = async (deps: SpeechDeps, message: SpeechMessage): Promise<void> => {
  if (message.kind === 'run') return run(deps, message.ids);
  const contentId = contentOfJob(deps.stage, message.name);
  // Events of all stages in the account arrive here.
  if (contentId === undefined) return undefined;
  const sources = await deps.readSources(contentId);
  if (!sources || areRemoved(sources)) {
    // The job wrote its result after the title was removed. Before it ended, it could not be deleted.
    await removeJob(deps, contentId, message.name);
    return deps.removeAgain(contentId);
  }
  const found = runOfJob(deps.stage, message.name, sources.runs);
  if (found) return run(deps, found).catch(ignoreBusy);
  deps.logger.warn('Ignored a transcription job without a run', { contentId });
  return undefined;
};
