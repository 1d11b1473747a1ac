import type { RemovalPart } from '../../contract/content/content-shapes.ts';
import type { AttemptRepository } from '../../data/conversion/attempt-repository.ts';
import type { ContentRecords } from '../../data/content/content-records.ts';
import type { ConversionRepository } from '../../data/conversion/conversion-repository.ts';
import type { LeftoverRepository } from '../../data/conversion/leftover-repository.ts';
import type { DeliveryRepository } from '../../data/delivery/delivery-repository.ts';
import type { PlayStatisticsWriter } from '../../data/delivery/play-statistics-writer.ts';
import type { RemovalRepository } from '../../data/content/removal-repository.ts';
import type { UploadRepository } from '../../data/conversion/upload-repository.ts';
import type { StepRepository } from '../../data/pipeline/step-repository.ts';
import type { CorrectionRepository } from '../../data/analysis/correction-repository.ts';
import type { AnalysisResultRepository } from '../../data/analysis/result-repository.ts';
import type { TitleIndexRepository } from '../../data/analysis/title-index-repository.ts';
import type { TranscriptRepository } from '../../data/transcripts/transcript-repository.ts';
import type { VerdictRepository } from '../../data/safety/safety-repository.ts';
import type { Transcriber } from '../../domain/analysis/analyzers.ts';
import type { StillStore } from '../../domain/content/still-store.ts';
import type { Logger } from '../../domain/logger.ts';
import type { Converter } from '../../platform/converter.ts';

/** A part of a content item, and the function that removes it. */
export type PartRemoval = readonly [part: RemovalPart, remove: () => Promise<void>];

/** Dependencies of the worker. */
export interface DeletionDeps {
  readonly content: Pick<ContentRecords, 'get'>;
  readonly conversions: Pick<ConversionRepository, 'removeContent'>;
  readonly attempts: Pick<AttemptRepository, 'list' | 'remove'>;
  readonly steps: Pick<StepRepository, 'list' | 'removeAll'>;
  readonly uploads: Pick<UploadRepository, 'get' | 'list' | 'remove'>;
  readonly transcripts: Pick<TranscriptRepository, 'removeAll'>;
  readonly results: Pick<AnalysisResultRepository, 'removeAll'>;
  readonly corrections: Pick<CorrectionRepository, 'removeAll'>;
  readonly titles: Pick<TitleIndexRepository, 'removeAll'>;
  readonly statistics: Pick<PlayStatisticsWriter, 'removeAll'>;
  readonly delivery: Pick<DeliveryRepository, 'removeAll'>;
  readonly leftovers: Pick<LeftoverRepository, 'remove'>;
  readonly safety: Pick<VerdictRepository, 'removeAll'>;
  readonly converter: Pick<Converter, 'cancelJob'>;
  readonly transcriber: Pick<Transcriber, 'remove'>;
  /** The stage, which names of transcription jobs begin with. */
  readonly stage: string;
  readonly stills: Pick<StillStore, 'forget'>;
  readonly dropUnfinished: (prefix: string) => Promise<void>;
  /** Removes all versions under a prefix. Returns their number. */
  readonly removeSources: (prefix: string) => Promise<number>;
  readonly removeRenditions: (prefix: string) => Promise<number>;
  readonly removals: Pick<RemovalRepository, 'recordFailure'>;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
