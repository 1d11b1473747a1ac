import type { AnalysisMetadata } from '../../contract/content/analysis-metadata.ts';
import type { AnalysisResultRepository } from '../../data/analysis/result-repository.ts';
import type { CorrectionRepository } from '../../data/analysis/correction-repository.ts';
import { withCorrections } from '../../domain/analysis/corrections.ts';
import { specificationMetadata } from '../../domain/analysis/title-view.ts';
import type { TranscriptStore } from '../../domain/analysis/transcript.ts';
import type { Content } from '../../domain/content/content.ts';
import type { Logger } from '../../domain/logger.ts';

/** What reading the findings needs. */
export interface FindingsDeps {
  readonly results: Pick<AnalysisResultRepository, 'list'>;
  readonly corrections: Pick<CorrectionRepository, 'read'>;
  readonly transcripts: Pick<TranscriptStore, 'read'>;
  readonly logger: Logger;
}

/**
 * Reads what the analysis found in the current file of a content item, in the shapes of the specification. They are
 * derived from the results, so nothing is stored twice.
 */
export const createFindings =
  ({ results, corrections, transcripts, logger }: FindingsDeps) =>
  async ({ id, source_version_id: version }: Pick<Content, 'id' | 'source_version_id'>): Promise<AnalysisMetadata> => {
    if (version === null) return specificationMetadata([], null);
    const onBad = (count: number): void => logger.error('Corrupt results were skipped', { contentId: id, count });
    const [found, corrected, spoken] = await Promise.all([
      results.list(id, version, onBad),
      corrections.read(id, version),
      transcripts.read(id),
    ]);
    const isCurrent = spoken?.transcript.version_id === version;
    const transcription = isCurrent ? spoken.segments.map(({ text }) => text).join(' ') : null;
    return specificationMetadata(withCorrections(found, corrected), transcription);
  };
