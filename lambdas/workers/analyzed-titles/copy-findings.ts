import { isDeepStrictEqual } from 'node:util';
import type { AnalysisResultRepository } from '../../data/analysis/result-repository.ts';
import type { ContentRecords } from '../../data/content/content-records.ts';
import type { DecisiveRepository } from '../../data/safety/decisive-repository.ts';
import type { VerdictRepository } from '../../data/safety/safety-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { decisiveOf, NOTHING_CHECKED, type DecisiveFindings } from '../../domain/safety/decisive.ts';
import { currentSafety } from '../../domain/safety/gate.ts';
import { findingsOf } from '../../domain/safety/verdict.ts';

/** What copying needs. */
export interface CopyFindingsDeps {
  readonly content: Pick<ContentRecords, 'get'>;
  readonly results: Pick<AnalysisResultRepository, 'list'>;
  readonly verdicts: Pick<VerdictRepository, 'readVerdict'>;
  readonly decisive: DecisiveRepository;
  readonly logger: Logger;
}

/** What a policy decides on in the current file; undefined for a title that does not exist. */
const currentFindings = async (
  deps: CopyFindingsDeps,
  contentId: string,
): Promise<DecisiveFindings | 'never-evaluated' | undefined> => {
  const content = await deps.content.get(contentId, { consistent: true });
  if (!content || content.deleted_at !== undefined) return undefined;
  const { version_id: version, policy_version: policyVersion } = currentSafety(content);
  if (policyVersion === null) return 'never-evaluated';
  const onBad = (count: number): void => deps.logger.error('Corrupt results left out of a copy', { contentId, count });
  const [results, verdict] = await Promise.all([
    deps.results.list(contentId, version, onBad),
    deps.verdicts.readVerdict(contentId, version),
  ]);
  return decisiveOf(findingsOf(results, verdict?.problems ?? []));
};

/**
 * Brings the copy of what a policy decides on to the stored state of a title. Events can arrive twice, late and in any
 * order: the copy is read first, and written only if no other worker wrote it since. The state is read again at the
 * end, because another worker may have found the copy right just before this one changed it by an older state.
 */
export const copyFindings = (deps: CopyFindingsDeps, contentId: string): Promise<void> =>
  optimistic(async () => {
    const before = await deps.decisive.read(contentId);
    const findings = await currentFindings(deps, contentId);
    // A title with a new file is as one of which nothing was checked.
    if (!findings || (findings === 'never-evaluated' && !before)) return undefined;
    const after = findings === 'never-evaluated' ? NOTHING_CHECKED : findings;
    if (!(await deps.decisive.replace(contentId, before, after))) return RETRY;
    return isDeepStrictEqual(await currentFindings(deps, contentId), findings) ? undefined : RETRY;
  });
