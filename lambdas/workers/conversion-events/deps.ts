import type { AttemptRepository } from '../../data/conversion/attempt-repository.ts';
import type { ContentRecords } from '../../data/content/content-records.ts';
import type { ConversionRepository } from '../../data/conversion/conversion-repository.ts';
import type { Content } from '../../domain/content/content.ts';
import type { Logger } from '../../domain/logger.ts';
import type { RenditionStore } from '../../platform/stored-objects.ts';

/** What the worker needs. */
export interface ConversionDeps {
  readonly attempts: Pick<AttemptRepository, 'get'>;
  readonly conversions: Pick<ConversionRepository, 'advance' | 'saveAttempt'>;
  readonly content: Pick<ContentRecords, 'get'>;
  readonly renditions: RenditionStore;
  /** Brings the public stills of a published content in line with it. */
  readonly syncStills: (content: Content) => Promise<unknown>;
  /** Asks for the removal of everything that lies under a content's id. Nothing that is wanted goes by it. */
  readonly removeAgain: (contentId: string) => Promise<void>;
  readonly logger: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}
