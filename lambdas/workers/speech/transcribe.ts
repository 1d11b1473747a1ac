import { ANALYSIS_PRICES } from '../../domain/analysis/prices.ts';
import {
  contentOfJob,
  jobNameOf,
  MAX_SPEECH_SECONDS,
  recognitionHash,
  recognitionKeys,
  speechReasons,
} from '../../domain/analysis/speech.ts';
import { analysisAudioKey } from '../../domain/media/layout.ts';
import type { Sound } from '../../domain/alignment/align-script.ts';
import type { StepOutcome, StepPause } from '../../domain/pipeline/step-run.ts';
import type { SpeechDeps } from './deps.ts';
import { reuseOutput } from './finish-job.ts';
import { reuse } from './reuse.ts';
import type { SpeechRun } from './speech-result.ts';
import { lookAtJob, noteStart, waitForJob, waitForOther } from './started-job.ts';

/**
 * Recognizes the speech of a title with a transcription job: starts it, or looks at it once it was started. Its name
 * belongs to the run, so that a repeated call finds the job that an interrupted one started. Throttling is thrown, so
 * that Lambda calls the worker again.
 */
export const transcribe = async (
  deps: SpeechDeps,
  speech: SpeechRun,
  sound: Sound,
): Promise<StepOutcome | StepPause> => {
  const { run, attempt } = speech;
  const { content_id: contentId } = run;
  const seconds = Math.ceil(sound.durationMs / 1000);
  if (seconds > MAX_SPEECH_SECONDS) return { state: 'skipped', reason: speechReasons.tooLong };
  const name = jobNameOf(deps.stage, run);
  const hash = recognitionHash(run.version_id, deps.languages);
  const cost = seconds * ANALYSIS_PRICES.transcribeSecond;
  const input = { hash, cost, seconds };
  if (run.job_id !== undefined && contentOfJob(deps.stage, run.job_id) === contentId)
    return lookAtJob(deps, speech, run.job_id, input);
  const keys = recognitionKeys(contentId, hash);
  const known =
    (await reuse(deps, run, hash)) ??
    (await reuseOutput(deps, speech, input)) ??
    (await waitForOther(deps, speech, name, hash));
  if (known) return known;
  const reserved = await deps.budget.reserve(contentId, 'speech', cost);
  if (reserved !== 'reserved') return { state: 'skipped', reason: reserved.reason };
  await noteStart(deps, name, keys.started);
  const started = await deps.transcriber.start({
    name,
    bucket: deps.bucket,
    soundKey: analysisAudioKey(contentId, attempt.media_version),
    outputKey: keys.output,
    languages: deps.languages,
  });
  if (!started) return waitForJob(speech, name, hash);
  await deps.budget.settle(contentId, 'speech', cost, 0);
  return { state: 'failed', reason: `Speech recognition did not start. ${started.rejected}` };
};
