import type { StepOutcome } from '../../domain/pipeline/step-run.ts';
import { segmentsOf } from '../../domain/transcripts/segments.ts';
import { meanConfidence } from '../../domain/transcripts/transcribe-output.ts';
import type { SpeechDeps } from './deps.ts';
import { outcomeOf } from './reuse.ts';
import type { SpeechResult, SpeechRun } from './speech-result.ts';

/** Stores the transcript and the result of the step. Can be repeated. */
export const storeResult = async (
  deps: SpeechDeps,
  { run, attempt }: SpeechRun,
  result: SpeechResult,
): Promise<StepOutcome> => {
  const { language, tokens, words, keepLines = false, source } = result;
  const segments = segmentsOf(tokens, { language, keepLines });
  const { content_id, version_id } = run;
  const created_at = new Date(deps.now()).toISOString();
  const transcript = {
    content_id,
    version_id,
    source,
    language,
    revision: 0,
    segment_count: segments.length,
    created_at,
    edited_at: null,
    edited_by: null,
  };
  const put = segments.length === 0 ? 'current' : await deps.transcripts.put(transcript, segments, words);
  await deps.results.put({
    content_id,
    version_id,
    step: 'speech',
    attempt: attempt.attempt,
    run: run.run,
    input_hash: result.inputHash,
    provenance: result.provenance,
    units: result.units,
    cost_usd: result.cost,
    raw_key: result.rawKey,
    created_at,
    summary: {
      step: 'speech',
      language: segments.length === 0 ? null : language,
      segments: segments.length,
      words: words.length,
      confidence: meanConfidence(words),
    },
  });
  const { provider, model } = result.provenance;
  const units = result.paid > 0 ? result.units : 0;
  return outcomeOf(segments.length, put, result.paid, { input_hash: result.inputHash, provider, model, units });
};
