import { speechReasons } from '../../domain/analysis/speech.ts';
import type { StepFacts, StepOutcome, StepRun } from '../../domain/pipeline/step-run.ts';
import type { SpeechDeps } from './deps.ts';

/** The outcome of a stored result. */
export const outcomeOf = (
  segments: number,
  put: 'current' | 'candidate',
  cost: number,
  facts: StepFacts,
): StepOutcome => {
  if (segments === 0)
    return { state: 'skipped', reason: speechReasons.noSpeech, nothing_to_check: true, cost, ...facts };
  return { state: 'completed', cost, ...(put === 'candidate' ? { reason: speechReasons.candidate } : {}), ...facts };
};

/** The outcome of an earlier result of the same input; undefined when there is none. */
export const reuse = async (
  deps: SpeechDeps,
  { content_id, version_id }: StepRun,
  hash: string,
): Promise<StepOutcome | undefined> => {
  const stored = await deps.results.list(content_id, version_id, (count) =>
    deps.logger.error('Corrupt results left out', { contentId: content_id, count }),
  );
  const found = stored.find(({ step, input_hash }) => step === 'speech' && input_hash === hash);
  if (found?.summary.step !== 'speech') return undefined;
  const { provider, model } = found.provenance;
  return outcomeOf(found.summary.segments, 'current', 0, { input_hash: hash, provider, model, units: 0 });
};
