import { stepNamed } from '../../domain/pipeline/definition.ts';
import { CONVERSION_PAUSE, REVIEW_PAUSE, type StepPause } from '../../domain/pipeline/step-run.ts';
import type { SpeechRun } from './speech-result.ts';

/** Waits for a job, for at most as long as the definition of the step allows. */
export const waitForJob = ({ attempt }: SpeechRun, name: string, hash: string): StepPause => ({
  state: 'waiting',
  job_id: name,
  timeLimitMs: stepNamed('speech').job?.timeLimitMs(attempt),
  provider: 'transcribe',
  input_hash: hash,
});

/** Waits for the end of the conversion. */
export const UNTIL_CONVERTED: StepPause = { state: 'waiting', job_id: CONVERSION_PAUSE };
/** Waits until staff accept a replacement. */
export const UNTIL_ACCEPTED: StepPause = { state: 'waiting', job_id: REVIEW_PAUSE };
