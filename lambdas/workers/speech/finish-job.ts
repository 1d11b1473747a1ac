import * as z from 'zod/mini';
import { recognitionKeys, speechReasons } from '../../domain/analysis/speech.ts';
import type { StepOutcome } from '../../domain/pipeline/step-run.ts';
import { readTranscribeOutput, type Recognized } from '../../domain/transcripts/transcribe-output.ts';
import type { SpeechDeps } from './deps.ts';
import type { SpeechRun } from './speech-result.ts';
import { storeOutput, type RecognitionInput } from './store-output.ts';

const Job = z.object({ model: z.string() });

const readOutput = async ({ sounds, logger }: SpeechDeps, key: string): Promise<Recognized | undefined> => {
  try {
    return readTranscribeOutput(await sounds.readJson(key));
  } catch (error) {
    // The message of a schema error would quote what was said.
    logger.error('The output of a transcription job could not be read', { errorKind: (error as Error).name });
    return undefined;
  }
};

/** Reads what a completed job wrote. The model is stored next to it, so that no later run pays for the same input. */
export const finishJob = async (
  deps: SpeechDeps,
  speech: SpeechRun,
  { model, ...input }: RecognitionInput & { readonly model: string },
): Promise<StepOutcome> => {
  const { content_id: contentId } = speech.run;
  const { hash, cost } = input;
  const keys = recognitionKeys(contentId, hash);
  const output = await readOutput(deps, keys.output);
  // Without the name of the job, the next run starts another one.
  await (output ? deps.sounds.writeJson(keys.job, { model }) : deps.sounds.writeJson(keys.started, null));
  await deps.budget.settle(contentId, 'speech', cost, cost);
  if (!output) return { state: 'failed', reason: speechReasons.unreadable, cost };
  return storeOutput(deps, speech, { ...input, output, model, paid: cost });
};

/** The outcome of what an earlier job wrote for the same input; undefined when there is none that can be read. */
export const reuseOutput = async (
  deps: SpeechDeps,
  speech: SpeechRun,
  input: RecognitionInput,
): Promise<StepOutcome | undefined> => {
  const keys = recognitionKeys(speech.run.content_id, input.hash);
  const { data: job } = Job.safeParse(await deps.sounds.readJson(keys.job));
  const output = job && (await readOutput(deps, keys.output));
  return output && storeOutput(deps, speech, { ...input, output, model: job.model, paid: 0 });
};
