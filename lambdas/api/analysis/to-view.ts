import type { AnalysisView } from '../../contract/content/analysis.ts';
import { withCorrections } from '../../domain/analysis/corrections.ts';
import { analysisView } from '../../domain/analysis/title-view.ts';
import type { AnalysisApiDeps } from './deps.ts';
import type { ReadAnalysis } from './read-analysis.ts';

/** What administrators see of an analysis, with the names of the users who corrected it. */
export const toView = async (
  deps: Pick<AnalysisApiDeps, 'profiles' | 'stage'>,
  { content, attempt, results, runs, corrections = undefined, spoken }: ReadAnalysis,
): Promise<AnalysisView> => {
  const made = corrections?.corrections ?? [];
  const names = made.length === 0 ? new Map<string, string>() : await deps.profiles.namesOf(made.map(({ by }) => by));
  return {
    ...analysisView({
      content,
      attempt,
      results: withCorrections(results, { corrections: made }),
      runs,
      spoken,
      stage: deps.stage,
    }),
    corrections: made.map((one) => ({ ...one, by_name: names.get(one.by) ?? null })),
  };
};
