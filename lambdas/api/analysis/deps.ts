import type { BudgetList } from '../../data/analysis/budget-repository.ts';
import type { AnalysisResultRepository } from '../../data/analysis/result-repository.ts';
import type { AnalyzedTitleLists } from '../../data/analysis/title-index-repository.ts';
import type { TranscriptRepository } from '../../data/transcripts/transcript-repository.ts';
import type { ContentLookup } from '../../data/content/content-lookup.ts';
import type { BudgetLimits } from '../../domain/analysis/budget.ts';
import type { ProfileNames } from '../../data/people/profile-names.ts';
import type { CorrectionRepository } from '../../data/analysis/correction-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { RunRequester } from '../request-run.ts';

/** Dependencies of the use cases. */
export interface AnalysisApiDeps extends RunRequester {
  readonly results: Pick<AnalysisResultRepository, 'list'>;
  readonly transcripts: Pick<TranscriptRepository, 'read' | 'readOpening'>;
  readonly budget: Pick<BudgetList, 'month' | 'titles'>;
  readonly readLimits: () => Promise<BudgetLimits>;
  /** Whether conversions make the sound in which speech is recognized. */
  readonly makesSound: boolean;
  /** Whether the settings transcribe music without being asked. */
  readonly transcribesMusic: () => Promise<boolean>;
  /** Titles of content items by id; deleted ones are missing. */
  readonly titlesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly titles: AnalyzedTitleLists;
  readonly corrections: Pick<CorrectionRepository, 'read' | 'save'>;
  readonly profiles: ProfileNames;
  readonly content: ContentLookup;
  readonly logger: Logger;
}
