import { OVERVIEW_TITLES, type AnalyzedTitle } from '../../contract/content/analyzed-titles.ts';
import { endpoints } from '../../contract/index.ts';
import { withCorrections } from '../../domain/analysis/corrections.ts';
import { overviewOf, type ReadTitle } from '../../domain/analysis/overview.ts';
import { currentAttempt } from '../../domain/pipeline/sources.ts';
import { stepSourcesOf } from '../../data/conversion/conversion-history.ts';
import { route } from '../../http/route.ts';
import type { AnalysisApiDeps } from './deps.ts';
import { readTitles } from './read-titles.ts';

const readTitle = async (deps: AnalysisApiDeps, title: AnalyzedTitle): Promise<ReadTitle> => {
  const { content_id: id } = title;
  const history = await deps.conversions.readHistory(id);
  const version = history && currentAttempt(stepSourcesOf(history, deps))?.version_id;
  if (version === undefined) return { title, results: [], opening: null };
  const onBad = (count: number): void => deps.logger.error('Corrupt results were skipped', { contentId: id, count });
  const [results, corrections, opening = null] = await Promise.all([
    deps.results.list(id, version, onBad),
    deps.corrections.read(id, version),
    deps.transcripts.readOpening(id, version),
  ]);
  return { title, results: withCorrections(results, corrections), opening };
};

/** Returns what was found in the titles whose analysis changed last. */
export const getOverview = (deps: AnalysisApiDeps) =>
  route(endpoints['analysis.get-overview'], async () => {
    const { items } = await readTitles(deps, {}, { cursor: undefined, limit: OVERVIEW_TITLES });
    return { status: 200, body: overviewOf(await Promise.all(items.map((title) => readTitle(deps, title)))) };
  });
