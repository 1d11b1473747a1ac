import * as z from 'zod/mini';
import { recognitionKeys, speechReasons } from '../../domain/analysis/speech.ts';
import { isRunning } from '../../domain/conversion/attempt.ts';
import type { StepOutcome, StepPause } from '../../domain/pipeline/step-run.ts';
import type { SpeechDeps } from './deps.ts';
import { finishJob } from './finish-job.ts';
import { UNTIL_CONVERTED, waitForJob } from './pauses.ts';
import type { SpeechRun } from './speech-result.ts';
import type { RecognitionInput } from './store-output.ts';

/** The job that was started last for an input. */
const StartedJob = z.object({ name: z.string() });

/** Stores the name of the job that a run is about to start. */
export const noteStart = ({ sounds }: SpeechDeps, name: string, key: string): Promise<void> =>
  sounds.writeJson(key, { name } satisfies z.infer<typeof StartedJob>);

/**
 * Waits for the job that was started last for the same input, if it runs or its output was not read yet: a conversion
 * that is restarted replaces the run, while its job continues and is paid. Undefined without such a job.
 */
export const waitForStarted = async (
  { sounds, transcriber }: SpeechDeps,
  speech: SpeechRun,
  hash: string,
): Promise<StepPause | undefined> => {
  const { started: key } = recognitionKeys(speech.run.content_id, hash);
  const { data: started } = StartedJob.safeParse(await sounds.readJson(key));
  const job = started && (await transcriber.find(started.name));
  if (!started || (job?.state !== 'running' && job?.state !== 'completed')) return undefined;
  const isEarly = job.state === 'completed' && isRunning(speech.attempt);
  return isEarly ? UNTIL_CONVERTED : waitForJob(speech, started.name, hash);
};

/** What became of a job that was started. */
export const lookAtJob = async (
  deps: SpeechDeps,
  speech: SpeechRun,
  name: string,
  input: RecognitionInput,
): Promise<StepOutcome | StepPause> => {
  const job = await deps.transcriber.find(name);
  if (job?.state === 'running') return waitForJob(speech, name, input.hash);
  if (job?.state === 'completed' && isRunning(speech.attempt)) return UNTIL_CONVERTED;
  if (job?.state === 'completed') return finishJob(deps, speech, { ...input, model: job.model });
  await deps.budget.settle(speech.run.content_id, 'speech', input.cost, 0);
  if (!job) return { state: 'failed', reason: speechReasons.lost };
  return { state: 'failed', reason: `Speech recognition failed. ${job.reason}`, cost: 0 };
};
