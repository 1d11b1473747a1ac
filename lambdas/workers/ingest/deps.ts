import type { AttemptRepository } from '../../data/conversion/attempt-repository.ts';
import type { ConversionRepository } from '../../data/conversion/conversion-repository.ts';
import type { CreatorRepository } from '../../data/content/creator-repository.ts';
import type { UploadRepository } from '../../data/conversion/upload-repository.ts';
import type { RightsRepository } from '../../data/people/rights-repository.ts';
import type { AnalysisNeeds } from '../../domain/analysis/outputs.ts';
import type { Logger } from '../../domain/logger.ts';
import type { HdrToSdr } from '../../domain/media/colors.ts';
import type { StepStarter } from '../../domain/pipeline/start-steps.ts';
import type { GateSettings } from '../../domain/safety/gate.ts';
import type { Converter } from '../../platform/converter.ts';
import type { UploadStore } from '../../platform/storage/upload-store.ts';

/** Dependencies of the worker. */
export interface IngestDeps extends StepStarter {
  readonly uploads: Pick<UploadRepository, 'abort' | 'complete' | 'markCleaned'>;
  readonly attempts: AttemptRepository;
  readonly conversions: ConversionRepository;
  readonly rights: Pick<RightsRepository, 'read'>;
  readonly creators: Pick<CreatorRepository, 'get'>;
  readonly store: Pick<UploadStore, 'find' | 'readStart' | 'remove'>;
  readonly converter: Converter;
  /** Reads the platform-wide settings. */
  readonly readSettings: () => Promise<GateSettings>;
  readonly logger: Logger;
  readonly settings: {
    readonly uploadsBucket: string;
    readonly mediaBucket: string;
    readonly roleArn: string;
    readonly hdrToSdr: HdrToSdr;
    /** Which outputs the analysis needs. */
    readonly analysis: AnalysisNeeds;
    readonly stage: string;
  };
}
