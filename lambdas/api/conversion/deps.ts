import type { AttemptRepository } from '../../data/conversion/attempt-repository.ts';
import type { ContentRecords } from '../../data/content/content-records.ts';
import type { ConversionRepository } from '../../data/conversion/conversion-repository.ts';
import type { EventBus } from '../../platform/event-bus.ts';

/** What the use cases of this feature need. */
export interface ConversionApiDeps {
  readonly conversions: Pick<ConversionRepository, 'readRecord' | 'readHistory' | 'begin' | 'saveAttempt'>;
  readonly content: Pick<ContentRecords, 'get'>;
  readonly attempts: Pick<AttemptRepository, 'get'>;
  readonly events: EventBus;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}
