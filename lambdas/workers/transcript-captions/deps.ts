import type { AnalysisResultRepository } from '../../data/analysis/result-repository.ts';
import type { CaptionsRepository } from '../../data/content/captions-repository.ts';
import type { ContentRecords } from '../../data/content/content-records.ts';
import type { TranscriptStore } from '../../domain/analysis/transcript.ts';
import type { Logger } from '../../domain/logger.ts';
import type { StepRunner } from '../../domain/pipeline/run-step.ts';
import type { RenditionStore } from '../../platform/storage/stored-objects.ts';

/** Dependencies of the worker. */
export interface CaptionsDeps extends StepRunner {
  readonly content: Pick<ContentRecords, 'get'>;
  readonly captions: Pick<CaptionsRepository, 'saveAutomatic'>;
  readonly transcripts: Pick<TranscriptStore, 'read'>;
  readonly results: Pick<AnalysisResultRepository, 'put'>;
  readonly writeCues: RenditionStore['writeCues'];
  /** Removes a file that no item names any more. */
  readonly removeFile: (key: string) => Promise<void>;
  readonly logger: Logger;
}
