import { stepSourcesOf } from '../../data/conversion/conversion-history.ts';
import type { Corrections } from '../../domain/analysis/corrections.ts';
import type { StepResult } from '../../domain/analysis/results.ts';
import type { TitleAnalysis } from '../../domain/analysis/title-view.ts';
import type { Content } from '../../domain/content/content.ts';
import type { Attempt } from '../../domain/conversion/attempt.ts';
import { AppError } from '../../domain/app-error.ts';
import { currentAttempt } from '../../domain/pipeline/sources.ts';
import type { StepRun } from '../../domain/pipeline/step-run.ts';
import type { AnalysisApiDeps } from './deps.ts';

/** Everything that the analysis of a content item's current file consists of. */
export interface ReadAnalysis {
  readonly content: Content;
  /** Undefined until the file is converted. */
  readonly attempt: Attempt | undefined;
  /** As the models found them. */
  readonly results: readonly StepResult[];
  /** All runs of steps. */
  readonly runs: readonly StepRun[];
  readonly corrections: Corrections | undefined;
  /** The current transcript of this file; undefined when there is none. */
  readonly spoken: TitleAnalysis['spoken'];
}

/**
 * Reads the analysis of a content item. Results for an older file are left out.
 * @throws AppError `content_not_found`
 */
export const readAnalysis = async (deps: AnalysisApiDeps, id: string): Promise<ReadAnalysis> => {
  const history = await deps.conversions.readHistory(id);
  const content = history?.content;
  if (!content || content.deleted_at !== undefined) throw new AppError('content_not_found');
  const sources = stepSourcesOf(history, deps);
  const attempt = currentAttempt(sources);
  const onBad = (count: number): void => deps.logger.error('Corrupt results were skipped', { contentId: id, count });
  const [results, corrections, stored] = await Promise.all([
    attempt ? deps.results.list(id, attempt.version_id, onBad) : [],
    attempt && deps.corrections.read(id, attempt.version_id),
    deps.transcripts.read(id),
  ]);
  const spoken = stored?.transcript.version_id === attempt?.version_id ? stored : undefined;
  return { content, attempt, results, runs: sources.runs, corrections, spoken };
};
