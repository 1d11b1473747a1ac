import { speechReasons } from '../../domain/analysis/speech.ts';
import type { StepOutcome, StepRun } from '../../domain/pipeline/step-run.ts';
import type { SpeechDeps } from './deps.ts';

/** The outcome of a stored result. */
export const outcomeOf = (segments: number, put: 'current' | 'candidate', cost: number): StepOutcome => {
  if (segments === 0) return { state: 'skipped', reason: speechReasons.noSpeech, nothing_to_check: true, cost };
  return { state: 'completed', cost, ...(put === 'candidate' ? { reason: speechReasons.candidate } : {}) };
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
  const summary = stored.find(({ step, input_hash }) => step === 'speech' && input_hash === hash)?.summary;
  return summary?.step === 'speech' ? outcomeOf(summary.segments, 'current', 0) : undefined;
};
