import { isDeepStrictEqual } from 'node:util';
import type { CorrectionRepository } from '../../data/analysis/correction-repository.ts';
import { withCorrections } from '../../domain/analysis/corrections.ts';
import type { AnalysisResultRepository } from '../../data/analysis/result-repository.ts';
import type { TitleIndexRepository } from '../../data/analysis/title-index-repository.ts';
import type { ConversionRepository } from '../../data/conversion/conversion-repository.ts';
import { stepSourcesOf } from '../../data/conversion/conversion-history.ts';
import { analyzedVersion, findingsOfTitle, type TitleFindings } from '../../domain/analysis/title-index.ts';
import type { Logger } from '../../domain/logger.ts';
import type { StageAnalysis } from '../../domain/pipeline/stage.ts';
import { optimistic, RETRY } from '../../domain/optimistic.ts';

/** Dependencies of the worker. */
export interface ListTitleDeps {
  readonly conversions: Pick<ConversionRepository, 'readHistory'>;
  readonly results: Pick<AnalysisResultRepository, 'list'>;
  readonly corrections: Pick<CorrectionRepository, 'read'>;
  readonly titles: Pick<TitleIndexRepository, 'read' | 'replace'>;
  /** What the stage analyzes. */
  readonly stage: StageAnalysis;
  readonly logger: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** What is stored of a title now; undefined when it does not exist. */
const currentFindings = async (deps: ListTitleDeps, contentId: string): Promise<TitleFindings | undefined> => {
  const history = await deps.conversions.readHistory(contentId);
  if (!history?.content || history.content.deleted_at !== undefined) return undefined;
  const sources = stepSourcesOf(history, deps);
  const version = analyzedVersion(sources);
  const onBad = (count: number): void => deps.logger.error('Corrupt results left out of a list', { contentId, count });
  if (version === undefined) return findingsOfTitle(history.content, sources, []);
  const [results, corrections] = await Promise.all([
    deps.results.list(contentId, version, onBad),
    deps.corrections.read(contentId, version),
  ]);
  return findingsOfTitle(history.content, sources, withCorrections(results, corrections));
};

/**
 * Brings the lists of analyzed titles to the stored state of a title. Events can arrive twice, late and in any order:
 * the lists are read first, and written only if no other worker wrote them since. The state is read again at the end:
 * another worker may have found the lists right just before this one changed them by an older state, as when a restore
 * deletes items and writes them again.
 */
export const listTitle = (deps: ListTitleDeps, contentId: string): Promise<void> =>
  optimistic(async () => {
    const onBad = (count: number): void =>
      deps.logger.error('Corrupt items in the lists of a title', { contentId, count });
    const before = await deps.titles.read(contentId, onBad);
    const findings = await currentFindings(deps, contentId);
    if (!(await deps.titles.replace(before, findings))) return RETRY;
    return isDeepStrictEqual(await currentFindings(deps, contentId), findings) ? undefined : RETRY;
  });
