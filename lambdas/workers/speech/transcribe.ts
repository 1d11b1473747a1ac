import { ANALYSIS_PRICES } from '../../domain/analysis/prices.ts';
import {
  contentOfJob,
  jobNameOf,
  MAX_SPEECH_SECONDS,
  recognitionHash,
  recognitionKeys,
  speechReasons,
} from '../../domain/analysis/speech.ts';
import type { StepOutcome, StepPause } from '../../domain/pipeline/step-run.ts';
import type { SpeechDeps } from './deps.ts';
import { reuseOutput } from './finish-job.ts';
import { waitForJob } from './pauses.ts';
import { reuse } from './reuse.ts';
import type { SpeechRun } from './speech-result.ts';
import type { SpeechSource } from './speech-source.ts';
import { lookAtJob, noteStart, waitForStarted } from './started-job.ts';

/**
 * Recognizes the speech of a title with a transcription job: starts it, or looks at it once it was started. Its name
 * belongs to the run, so that a repeated call finds the job that an interrupted one started. Throttling is thrown, so
 * that Lambda calls the worker again.
 */
export const transcribe = async (
  deps: SpeechDeps,
  speech: SpeechRun,
  source: SpeechSource | undefined,
): Promise<StepOutcome | StepPause> => {
  const { run, attempt } = speech;
  const { content_id: contentId } = run;
  const seconds = source?.seconds ?? Math.ceil(attempt.duration ?? 0);
  const name = jobNameOf(deps.stage, run);
  const hash = recognitionHash(run.version_id, deps.languages);
  const cost = seconds * ANALYSIS_PRICES.transcribeSecond;
  const input = { hash, cost, seconds };
  if (run.job_id !== undefined && contentOfJob(deps.stage, run.job_id) === contentId)
    return lookAtJob(deps, speech, run.job_id, input);
  if (seconds > MAX_SPEECH_SECONDS) return { state: 'skipped', reason: speechReasons.tooLong };
  const known =
    (await reuse(deps, run, hash)) ??
    (await reuseOutput(deps, speech, input)) ??
    (await waitForStarted(deps, speech, hash));
  if (known) return known;
  if (!source) return { state: 'skipped', reason: speechReasons.noSound };
  const reserved = await deps.budget.reserve(contentId, 'speech', cost);
  if (reserved !== 'reserved') return { state: 'skipped', reason: reserved.reason };
  const keys = recognitionKeys(contentId, hash);
  await noteStart(deps, name, keys.started);
  const { bucket, key, format } = source;
  const started = await deps.transcriber.start({
    name,
    source: { bucket, key, format },
    output: { bucket: deps.bucket, key: keys.output },
    languages: deps.languages,
  });
  if (!started) return waitForJob(speech, name, hash);
  await deps.budget.settle(contentId, 'speech', cost, 0);
  return { state: 'failed', reason: `Speech recognition did not start. ${started.rejected}` };
};
