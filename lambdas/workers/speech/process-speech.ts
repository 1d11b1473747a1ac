import { contentOfJob, runOfJob } from '../../domain/analysis/speech.ts';
import { runStep, StepBusyError } from '../../domain/pipeline/run-step.ts';
import { requestOf } from '../../domain/pipeline/start-steps.ts';
import type { StepRunIds } from '../../domain/pipeline/step-run.ts';
import { ALIGNMENT_PAUSE } from './align.ts';
import type { SpeechDeps } from './deps.ts';
import type { SpeechMessage } from './message.ts';
import { recognize } from './recognize.ts';

/** Whether a run that was just released can continue: its job has ended meanwhile, or there is no job to wait for. */
const canContinue = async ({ stage, transcriber }: SpeechDeps, job: string): Promise<boolean> => {
  if (job === ALIGNMENT_PAUSE) return true;
  const found = contentOfJob(stage, job) ? await transcriber.find(job) : undefined;
  return found !== undefined && found.state !== 'running';
};

/**
 * Runs the step. A run that can continue is requested again after it was released: before that, no worker could claim
 * it.
 */
const run = async (deps: SpeechDeps, ids: StepRunIds): Promise<void> => {
  let job: string | undefined;
  const outcome = await runStep(deps, ids, async (current) => {
    const next = await recognize(deps, current);
    job = next.state === 'waiting' ? next.job_id : undefined;
    return next;
  });
  if (outcome) {
    const { content_id: contentId, run: number } = ids;
    deps.logger.info('Speech step ended', { contentId, run: number, result: outcome.state });
    return;
  }
  const released = job !== undefined && (await canContinue(deps, job)) ? await deps.steps.get(ids) : undefined;
  if (released?.state === 'running') await deps.publish('StepRequested.v1', requestOf(released));
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
  // The job wrote its result after the title was removed.
  if (!sources) return deps.removeAgain(contentId);
  const found = runOfJob(deps.stage, message.name, sources.runs);
  if (found) return run(deps, found).catch(ignoreBusy);
  deps.logger.warn('Ignored a transcription job without a run', { contentId });
  return undefined;
};
