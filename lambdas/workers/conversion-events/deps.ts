import type { AttemptRepository } from '../../data/conversion/attempt-repository.ts';
import type { ContentRecords } from '../../data/content/content-records.ts';
import type { ConversionRepository } from '../../data/conversion/conversion-repository.ts';
import type { Content } from '../../domain/content/content.ts';
import type { StepRunner } from '../../domain/pipeline/run-step.ts';
import type { Logger } from '../../domain/logger.ts';
import type { PlatformSettings } from '../../domain/settings/settings.ts';
import type { RenditionStore } from '../../platform/storage/stored-objects.ts';

/** Dependencies of the worker. */
export interface ConversionDeps extends StepRunner {
  readonly attempts: Pick<AttemptRepository, 'get'>;
  readonly conversions: Pick<ConversionRepository, 'advance'>;
  readonly content: Pick<ContentRecords, 'get'>;
  /** Reads the platform-wide settings. */
  readonly readSettings: () => Promise<PlatformSettings>;
  readonly renditions: RenditionStore;
  /** Syncs the public stills of a content item with its state. */
  readonly syncStills: (content: Content) => Promise<unknown>;
  readonly logger: Logger;
}
