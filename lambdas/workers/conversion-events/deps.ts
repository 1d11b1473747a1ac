import type { AttemptRepository } from '../../data/conversion/attempt-repository.ts';
import type { ContentRecords } from '../../data/content/content-records.ts';
import type { ConversionRepository } from '../../data/conversion/conversion-repository.ts';
import type { Content } from '../../domain/content/content.ts';
import type { StepRunner } from '../../domain/pipeline/run-step.ts';
import type { Logger } from '../../domain/logger.ts';
import type { RenditionStore } from '../../platform/stored-objects.ts';

/** Dependencies of the worker. */
export interface ConversionDeps extends StepRunner {
  readonly attempts: Pick<AttemptRepository, 'get'>;
  readonly conversions: Pick<ConversionRepository, 'advance'>;
  readonly content: Pick<ContentRecords, 'get'>;
  readonly renditions: RenditionStore;
  /** Updates the public stills of a published content item. */
  readonly syncStills: (content: Content) => Promise<unknown>;
  readonly logger: Logger;
}
